import type { Page } from '@playwright/test'
import { axeOn, expect, test } from './journey.ts'
import { addresses } from './stack.ts'

/**
 * Faults of the renderer that no setting or style of ours mends, as axe's rules call them:
 * - its search is a combobox that does not say whether its list is open;
 * - its copy buttons have a name only while they can be seen;
 * - the examples of every operation are a region of the same name;
 * - "Show more" is called "Show all … endpoints";
 * - code scrolls in a box that is no stop of the keyboard by itself; Chromium and Firefox make it one.
 */
const faultsOfTheRenderer = [
  'aria-required-attr',
  'button-name',
  'label-content-name-mismatch',
  'landmark-unique',
  'scrollable-region-focusable',
]

/** Opens the reference, and gives every request to another origin. */
async function open(page: Page, anchor = ''): Promise<string[]> {
  const foreign: string[] = []
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol !== 'data:' && origin !== addresses().portal) foreign.push(request.url())
  })
  await page.goto(`/api/docs${anchor}`)
  await expect(page.getByRole('heading', { name: 'Getting started' })).toBeVisible({ timeout: 120_000 })
  return foreign
}

test('A developer finds a call by search, with its example, and nobody else hears of it @long', async ({
  page,
}) => {
  const foreign = await open(page)
  await expect(page).toHaveTitle(/Larkwell/)
  await expect(
    page.getByRole('navigation', { name: 'Larkwell' }).getByRole('img', { name: 'Larkwell' }),
  ).toBeVisible()

  await page
    .getByRole('button', { name: /Search/ })
    .first()
    .click()
  await page.getByRole('combobox', { name: /search/i }).fill('payment-page-details')
  await page
    .getByRole('option')
    .filter({ hasText: '/api/portal/customer/account/{accountId}/payment-page-details' })
    .first()
    .click()
  const example = page.getByText(/curl .*\/payment-page-details/).first()
  await expect(example).toBeVisible({ timeout: 120_000 })
  expect(decodeURIComponent(page.url())).toContain('payment-page-details')

  expect(foreign).toEqual([])
})

test('Guides and calls can be used by everybody, but for known faults of the renderer @long', async ({
  page,
}) => {
  await open(page)
  await page.getByRole('link', { name: 'Paying now', exact: true }).click()
  await expect(page.getByText(/curl .*\/payment-page-details/).first()).toBeVisible({ timeout: 120_000 })
  const { violations } = await axeOn(page).analyze()
  const ours = violations.filter(({ id }) => !faultsOfTheRenderer.includes(id))
  expect(ours.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)).toEqual([])
})

test('The reference runs no script but ours, and fetches from nowhere else @long', async ({ request }) => {
  const reply = await request.get('/api/docs')
  const policy = reply.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'self';")
  expect(policy).toContain("connect-src 'self'")
  expect(policy).toContain("frame-ancestors 'none'")
  // The one thing that it may do and no other page: see decision 85.
  expect(policy.match(/'unsafe-\w+'/g)).toEqual(["'unsafe-inline'"])
  expect(policy).toContain("style-src 'self' 'unsafe-inline'")

  const page = await reply.text()
  expect(page).not.toMatch(/<script(?![^>]*(?:src=|application\/json))/)
  const script = /src="(\/assets\/api-reference\/[^"]+)"/.exec(page)?.[1] ?? ''
  const file = await request.get(script)
  expect(file.headers()).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
  })
})

for (const [api, chapter] of [
  ['Guests', 'Idempotency'],
  ['Staff', 'Staff API'],
] as const)
  test(`The API for ${api} is in the same page, with its guides @long`, async ({ page }) => {
    await open(page)
    await page.getByRole('button', { name: 'Customers', exact: true }).click()
    await page
      .getByRole('option', { name: api })
      .or(page.getByRole('menuitem', { name: api }))
      .click()
    await expect(page.getByText(`Larkwell for ${api.toLowerCase()}`)).toBeVisible({ timeout: 120_000 })
    await expect(page.getByRole('heading', { name: chapter, exact: true })).toBeVisible()
  })

test('On a phone nothing is wider than the screen @phone-only @long', async ({ page }) => {
  await open(page)
  const widths = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth])
  expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0)
})
