import { customers } from './customers.ts'
import { expect, signIn, test } from './journey.ts'

const pages = [
  '/',
  '/transactions',
  '/statements',
  '/payment-schedule',
  '/manage-payments',
  '/profile',
  '/pay-now',
  '/404',
]

/** 720 is a screen of 1440 at twice the size; 320 is one of 1280 at four times. */
for (const width of [320, 720])
  test(`Nothing needs to be scrolled sideways at ${width} pixels @long`, async ({ page }) => {
    const [full] = await customers('sched.full')
    await page.setViewportSize({ width, height: 800 })
    await signIn(page, full)
    for (const path of pages) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.waitForLoadState('networkidle')
      const tooWide = await page.evaluate(() =>
        [...document.querySelectorAll('body *')]
          .filter((part) => part.getBoundingClientRect().right > innerWidth + 1 && !part.closest('[inert]'))
          .filter((part) => document.documentElement.scrollWidth > innerWidth && part.children.length === 0)
          .map((part) => part.outerHTML.slice(0, 120)),
      )
      expect.soft(tooWide, path).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(width)
    }
  })
