import type { Locator, Page } from '@playwright/test'
import { axeOn, expect, signIn, test } from './journey.ts'
import { newFamily } from './new-family.ts'

const searchPath = '/api/portal/customer/address-search'
const home = '14 Boundary Road, Paddington QLD 4064'

/** The gallery shows three entries, and below each what it has made of what was entered. */
async function openAddresses(page: Page) {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, await newFamily({}), { path: '/_gallery' })
  const section = page.getByRole('region', { name: 'Address entry', exact: true })
  const entry = (label: string) => ({
    search: section.getByRole('combobox', { name: label, exact: true }),
    group: section.getByRole('group', { name: label, exact: true }),
  })
  return {
    section,
    current: entry('Current address'),
    previous: entry('Previous address'),
    prefilled: entry('Prefilled address'),
    options: page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option'),
    entered: (nth: number) => section.locator('p.muted').nth(nth),
    /** Which of the three is turned to the other way. */
    turn: (name: string, nth: number) => section.getByRole('button', { name }).nth(nth),
  }
}

async function expectAccessible(page: Page, section: Locator): Promise<void> {
  await section.evaluate((element) => element.setAttribute('data-looked-at', ''))
  const { violations } = await axeOn(page)
    .include('[data-looked-at]')
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([])
}

/** Types and waits for the answer, whatever it is. */
async function type(field: Locator, text: string): Promise<void> {
  const answered = field.page().waitForResponse((reply) => reply.url().endsWith(searchPath))
  await field.fill(text)
  await answered
}

test.describe('An address', () => {
  test('is found as it is typed, with the keyboard or the mouse @phone-long @long', async ({
    page,
    calls,
  }) => {
    const { section, current, previous, options, entered } = await openAddresses(page)
    await expect(current.search).toHaveAttribute('required')
    await current.search.pressSequentially('14')
    await current.search.pressSequentially(' bound pad')
    await expect(options.first()).toHaveText(home)
    expect(await options.count()).toBeLessThanOrEqual(10)
    const asked = calls.filter((each) => each.url().endsWith(searchPath))
    const texts = asked.map((each) => (each.postDataJSON() as { fullAddress: string }).fullAddress)
    expect(texts.at(-1)).toBe('14 bound pad')
    expect(texts.filter((text) => text.trim().length < 3)).toEqual([])
    await expect(section.getByRole('status').first()).toHaveText(/^\d+ suggestions$/)
    await expectAccessible(page, section)

    await current.search.press('ArrowDown')
    await expect(options.first()).toHaveAttribute('aria-selected', 'true')
    await current.search.press('Enter')
    await expect(current.search).toHaveValue(home)
    await expect(options).toHaveCount(0)
    await expect(entered(0)).toHaveText(` | 14 | Boundary Road | Paddington | QLD | 4064 | ${home}`)

    await expect(previous.search).toHaveAccessibleDescription('Previous address has missing fields')
    await previous.search.fill('3/14 boundary')
    await options.filter({ hasText: `Unit 3, ${home}` }).click()
    await expect(previous.search).toHaveValue(`Unit 3, ${home}`)
    await expect(entered(1)).toHaveText(`3 | 14 | Boundary Road | Paddington | QLD | 4064 | Unit 3, ${home}`)
    await expect(previous.search).toHaveAccessibleDescription('')

    // What is changed by hand is no longer the address that was chosen.
    await current.search.press('End')
    await current.search.pressSequentially('9')
    await expect(current.search).toHaveValue(`${home}9`)
    await expect(entered(0)).toHaveText('No address')
    await expect(entered(1)).toContainText('Unit 3')
  })

  test('is never one that an answer brings too late @long', async ({ page }) => {
    const { current, options } = await openAddresses(page)
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
    await page.route(`**${searchPath}`, async (route) => {
      const { fullAddress } = route.request().postDataJSON() as { fullAddress: string }
      if (fullAddress !== '27 church') return route.continue()
      arrive()
      await released
      // Given up by then, which is as good as an answer that nobody reads.
      await route.continue().catch(() => {})
    })
    await current.search.fill('27 church')
    await arrived
    await type(current.search, '14 bound pad')
    await expect(options.first()).toHaveText(home)
    release()
    await type(current.search, '14 bound padd')
    await expect(options.first()).toHaveText(home)
    await expect(options.filter({ hasText: 'Church' })).toHaveCount(0)
  })

  test('that is not found can be entered by hand, past the words that say so @phone-long @long', async ({
    page,
  }) => {
    const { section, current, previous, options, turn } = await openAddresses(page)
    const note = section.locator('.suggest--note')
    await type(current.search, 'zz error')
    await expect(note).toHaveText('We cannot do this right now. Please try again in a few moments.')
    await page.route(`**${searchPath}`, (route) =>
      route.fulfill({
        status: 503,
        json: { code: 'unhandled_environment', msg: 'Unhandled environment: beta' },
      }),
    )
    await type(current.search, 'zz other')
    await expect(note).toHaveText('Unhandled environment: beta')
    await page.unroute(`**${searchPath}`)
    await type(current.search, 'zz none')
    await expect(note).toHaveText('No addresses found')
    await expect(section.getByRole('status').first()).toHaveText('No addresses found')
    await expectAccessible(page, section)

    await turn('Enter address manually', 0).click()
    await expect(current.group.getByLabel('Unit')).toBeFocused()
    // What was typed is still there for those who come back.
    await turn('Search for an address', 0).click()
    await expect(current.search).toBeFocused()
    await expect(current.search).toHaveValue('zz none')

    // The same beside a message about the address.
    await type(previous.search, 'zz none')
    await expect(note).toHaveText('No addresses found')
    await turn('Enter address manually', 1).click()
    await expect(previous.group.getByLabel('Unit')).toBeFocused()
    await expect(options).toHaveCount(0)
  })

  test('is entered by hand in its parts, and they stay @phone @long', async ({ page, isMobile }) => {
    const { section, current, previous, prefilled, entered, turn } = await openAddresses(page)
    await expect(prefilled.search).toHaveValue('18 Banksia Street, Wattle Ridge VIC 3999')
    for (const nth of [2, 1, 0]) await turn('Enter address manually', nth).press('Enter')
    const labels = ['Unit', 'Street number', 'Street name', 'Suburb', 'State', 'Postcode']
    const field = ({ group }: typeof current, label: string) => group.getByLabel(label)
    for (const [place, text] of ['', '18', 'Banksia Street', 'Wattle Ridge', 'VIC', '3999'].entries())
      await expect(field(prefilled, labels[place] ?? '')).toHaveValue(text)
    const ids = await section.locator('[id]').evaluateAll((all) => all.map(({ id }) => id))
    expect(new Set(ids).size).toBe(ids.length)
    await expect(field(current, 'Postcode')).toHaveAttribute(
      'autocomplete',
      /^section-current-\S+ postal-code$/,
    )
    await expect(field(previous, 'State')).toHaveAttribute(
      'autocomplete',
      /^section-previous-\S+ address-level1$/,
    )

    await expect(previous.group).toHaveAccessibleDescription('Previous address has missing fields')
    for (const label of ['State', 'Postcode'])
      await expect(field(previous, label)).toHaveAccessibleDescription('Required')
    await field(previous, 'Postcode').pressSequentially('2a0 1056')
    await expect(field(previous, 'Postcode')).toHaveValue('2010')
    await expect(field(previous, 'Postcode')).toHaveAccessibleDescription('')
    await expect(previous.group).toHaveAccessibleDescription('Previous address has missing fields')
    await field(previous, 'State').selectOption('VIC')
    await expect(field(previous, 'Postcode')).toHaveAccessibleDescription('This postcode is in NSW')
    await expect(previous.group).toHaveAccessibleDescription('')
    await field(previous, 'State').selectOption('NSW')
    await expect(field(previous, 'Postcode')).toHaveAccessibleDescription('')
    await expect(entered(1)).toHaveText(' |  |  |  | NSW | 2010 | NSW 2010')

    for (const [place, text] of ['3', '14', 'Boundary Road', 'Paddington'].entries())
      await field(current, labels[place] ?? '').fill(text)
    await field(current, 'State').selectOption('QLD')
    await field(current, 'Postcode').fill('4064')
    const whole = '3 14 Boundary Road, Paddington QLD 4064'
    await expect(entered(0)).toHaveText(`3 | 14 | Boundary Road | Paddington | QLD | 4064 | ${whole}`)
    await turn('Search for an address', 0).click()
    await expect(current.search).toHaveValue(whole)
    await turn('Enter address manually', 0).click()
    await expect(field(current, 'Street name')).toHaveValue('Boundary Road')

    const tops = await Promise.all(labels.map(async (each) => (await field(current, each).boundingBox())?.y))
    expect(new Set(tops).size).toBe(isMobile ? 6 : 2)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page, section)
  })
})
