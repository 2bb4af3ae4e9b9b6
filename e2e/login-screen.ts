import type { Page } from '@playwright/test'
import { axeOn, expect, expectAccessible, scriptHasCome } from './journey.ts'
import { rows } from './rows.ts'

export async function askForCode(page: Page, email: string): Promise<void> {
  await scriptHasCome(page)
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** As if the half minute between two codes had passed: waiting for it would be most of the journey. */
export async function letGapPass(email: string): Promise<void> {
  await rows('delete from rate_limit where key = $1 or starts_with(key, $2)', [
    `send-code-strangers-gap:${email}`,
    `send-code-gap:${email} `,
  ])
}

/** As if the last code had just been sent, however slow the machine is. */
export async function holdGap(email: string): Promise<void> {
  await rows(
    `update rate_limit set window_starts_at = window_starts_at + interval '5 minutes'
     where key = $1 or starts_with(key, $2)`,
    [`send-code-strangers-gap:${email}`, `send-code-gap:${email} `],
  )
}

/** Our own server failing, which it has no switch for: so many times, or until the returned function is called. */
export async function failing(page: Page, call: string, times?: number): Promise<() => Promise<void>> {
  const url = `**/api/auth/customer/${call}`
  const body = { code: 'server_error', msg: 'Something went wrong.' }
  await page.route(url, (route) => route.fulfill({ status: 500, json: body }), { times })
  return () => page.unroute(url)
}

/** By night only the colours differ, so only they are looked at again. */
export async function expectAccessibleDayAndNight(page: Page): Promise<void> {
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  // A colour that is still on its way must not be measured.
  await expect
    .poll(() => page.evaluate(() => document.getAnimations().map(({ playState }) => playState)))
    .not.toContain('running')
  const { violations } = await axeOn(page).withRules('color-contrast').analyze()
  expect(violations.flatMap(({ nodes }) => nodes.map((node) => node.html))).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
}

type Shift = PerformanceEntry & {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
}

/** What moved without anybody having touched anything, from the first paint on, in words. */
export async function watchLayoutShifts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const seen = globalThis as unknown as { shifted: string[] }
    seen.shifted = []
    const at = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(' ')
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) {
        // Below that it is a letter or two, of a font that came a moment after the first paint.
        if (entry.hadRecentInput || entry.value < 0.001) continue
        for (const { node, previousRect, currentRect } of entry.sources) {
          const element = node instanceof Element ? node : node?.parentElement
          const name = `${element?.tagName} ${element?.className} "${node?.textContent?.slice(0, 40)}"`
          seen.shifted.push(`${name}: ${at(previousRect)} → ${at(currentRect)}`)
        }
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (globalThis as unknown as { shifted: string[] }).shifted)
}

export async function expectStep(page: Page, heading: string, title = heading): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  await expect(page).toHaveTitle(`${title} · Larkwell`)
}
