import type AxeBuilder from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'
import { axeOn, expect, stopClock, test } from './journey.ts'

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const style = (piece: Locator, property: string) =>
  piece.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)
const drawn = (piece: Locator) =>
  piece.evaluate((element) => {
    const { backgroundColor, boxShadow, transform } = getComputedStyle(element)
    return `${backgroundColor} ${boxShadow} ${transform}`
  })
const heightOf = async (piece: Locator) => (await piece.boundingBox())?.height
const widthOf = async (piece: Locator) => (await piece.boundingBox())?.width

/** The whole gallery takes long to look through, and most of it belongs to other journeys. */
async function expectAccessible(page: Page, place: string): Promise<void> {
  expect(await faultsIn(axeOn(page).include(place))).toEqual([])
}

/** All that the dark changes is colours. */
async function expectReadableInTheDark(page: Page, place: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  // Even the shortest transition takes a frame, and an inherited colour one more.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 5; frame += 1) await new Promise(requestAnimationFrame)
  })
  expect(await faultsIn(axeOn(page).include(place).withRules('color-contrast'))).toEqual([])
}

async function faultsIn(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
}

test.describe('The shared pieces', () => {
  test.beforeEach(async ({ page }) => {
    // What moves is measured at rest, and nobody waits for it.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/_gallery')
    await expect(section(page, 'Buttons')).toBeVisible()
  })

  test('are accessible in the light and in the dark, and never wider than the screen @phone-long @long', async ({
    page,
  }) => {
    for (const name of ['Show a success', 'Show an error'])
      await section(page, 'Toasts').getByRole('button', { name }).click()
    await expect(page.locator('.toasts').getByRole('alert')).toContainText('something went wrong')
    await expectAccessible(page, '.gallery__part, .toasts')
    await expectReadableInTheDark(page, '.gallery__part, .toasts')
    const overhang = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overhang).toBeLessThanOrEqual(0)
  })

  test('a button has three sizes and four looks, and answers to pointer and keyboard @long', async ({
    page,
  }) => {
    const buttons = section(page, 'Buttons')
    for (const look of ['primary', 'secondary', 'tertiary', 'borderless']) {
      const row = buttons.locator(`[data-look=${look}]`)
      const [small, medium, large] = ['small', 'medium', 'large'].map((size) =>
        row.getByRole('button', { name: `${look} ${size}` }),
      )
      expect([await heightOf(small!), await heightOf(medium!), await heightOf(large!)]).toEqual([36, 44, 52])
      const atRest = await style(medium!, 'background-color')
      await medium!.hover()
      await expect.poll(() => style(medium!, 'background-color')).not.toBe(atRest)
      const hovered = await drawn(medium!)
      await page.mouse.down()
      await expect.poll(() => drawn(medium!)).not.toBe(hovered)
      await page.mouse.up()
      await small!.focus()
      await page.keyboard.press('Tab')
      await expect(medium!).toBeFocused()
      expect(await style(medium!, 'outline-width')).toBe('2px')
      await expect(row.getByRole('button', { name: 'Disabled' })).toBeDisabled()
      const busy = row.getByRole('button', { name: 'Busy' })
      await expect(busy).toHaveAttribute('aria-busy', 'true')
      await expect(busy.locator('.spinner')).toBeVisible()
    }
  })

  test('a busy button is as wide as it was @long', async ({ page }) => {
    const idle = section(page, 'Buttons').getByRole('button', { name: 'Download' }).first()
    const busy = section(page, 'Buttons').getByRole('button', { name: 'Download' }).last()
    expect(await widthOf(busy)).toBe(await widthOf(idle))
    const [width, without] = await section(page, 'Buttons')
      .locator('[data-look=primary] [aria-busy]')
      .evaluate((button) => {
        const quiet = button.cloneNode(true) as HTMLElement
        quiet.querySelector('.spinner')?.remove()
        button.after(quiet)
        return [button.getBoundingClientRect().width, quiet.getBoundingClientRect().width]
      })
    expect(width).toBe(without)
  })

  test('cards, page headers, tags and icons are there @phone @long', async ({ page }) => {
    const card = page.getByRole('region', { name: 'Payment plan 2026' })
    await expect(card.getByRole('heading', { level: 2 })).toBeVisible()
    await expect(card).toContainText('Active')
    const header = section(page, 'Page header')
    await expect(header.getByRole('heading', { level: 1, name: 'Statements' })).toBeVisible()
    await expect(header).toContainText('Download a statement for your records or tax return.')
    await expect(header.getByRole('button', { name: 'Make a payment' })).toBeVisible()
    await expect(section(page, 'Badges and tags').getByText('Default', { exact: true })).toBeVisible()
    expect(await section(page, 'Icons').locator('svg').count()).toBeGreaterThanOrEqual(57)
    expect(await section(page, 'Spot art').locator('svg').count()).toBeGreaterThanOrEqual(16)
    await expect(section(page, 'Empty').getByRole('button', { name: 'Clear filters' })).toBeVisible()
    await expect(section(page, 'Loading').getByRole('status')).toHaveText('Loading your transactions')
  })

  test('an alert is one of five, urgent or not; an error page says what to do and offers what is possible @long', async ({
    page,
  }) => {
    const alerts = section(page, 'Alerts')
    await expect(alerts.getByRole('alert')).toContainText(['Outstanding fees not included', 'Error saving'])
    await expect(alerts.getByRole('status')).toContainText(['Info', 'Success', 'Caution', 'without a title'])
    const shapes = await alerts.locator('.alert > svg').evaluateAll((icons) => icons.map((i) => i.innerHTML))
    expect(new Set(shapes).size).toBe(5)
    await alerts.getByRole('button', { name: 'Dismiss' }).click()
    await expect(alerts.getByText('without a title')).toHaveCount(0)

    const errors = section(page, 'Error page')
    await expect(
      errors.getByRole('heading', { name: 'Oops, something went wrong.', exact: true }),
    ).toHaveCount(2)
    await expect(errors.getByText('1300 139 445')).toHaveCount(2)
    await expect(errors.getByRole('link', { name: 'help@larkwell.example' })).toHaveCount(2)
    await expect(errors.getByRole('button')).toHaveText(['Retry', 'Chat With Us'])
  })

  test('a copied value is ticked for two seconds; what cannot be copied is selected @long', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await stopClock(page)
    const card = page.getByRole('region', { name: 'Pay by BPAY' })
    const copy = card.getByRole('button', { name: 'Copy biller code' })
    const icon = copy.locator('svg')
    const atRest = await icon.innerHTML()
    await copy.click()
    await expect(card.getByRole('status')).toHaveText('Biller code copied')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('12345')
    expect(await icon.innerHTML()).not.toBe(atRest)
    await page.clock.runFor(1_900)
    await expect(card.getByRole('status')).toHaveText('Biller code copied')
    await page.clock.runFor(200)
    await expect(card.getByRole('status')).toHaveText('')
    expect(await icon.innerHTML()).toBe(atRest)

    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
    })
    await copy.click()
    await expect(card.getByRole('status')).toContainText('selected')
    await expect(card.getByRole('status')).toBeVisible()
    expect(await page.evaluate(() => String(getSelection()))).toBe('12 345')
  })

  test('toasts stand in the corner, do not cover each other, and success leaves after five seconds @phone-long @long', async ({
    page,
    isMobile,
  }) => {
    await stopClock(page)
    const buttons = section(page, 'Toasts')
    await buttons.getByRole('button', { name: 'Show a success' }).click()
    await buttons.getByRole('button', { name: 'Show an error' }).click()
    const success = page.getByRole('status').filter({ hasText: 'Your payment method has been updated' })
    const failure = page.locator('.toasts').getByRole('alert')
    // What draws them comes with the first, however long that takes; from then on time may pass.
    await expect(page.locator('.toast')).toHaveCount(2)
    await page.clock.runFor(100)
    await expect(success).toBeVisible()
    await expect(failure).toBeVisible()
    const viewport = page.viewportSize()!
    const [upper, lower] = [(await success.boundingBox())!, (await failure.boundingBox())!]
    expect(upper.y).toBe(88)
    expect(upper.width).toBe(isMobile ? viewport.width - 32 : 400)
    const scrollbar = viewport.width - (await page.evaluate(() => document.documentElement.clientWidth))
    expect(upper.x + upper.width).toBe(viewport.width - scrollbar - (isMobile ? 16 : 24))
    expect(lower.y).toBeGreaterThan(upper.y + upper.height)

    // Four seconds, then a long stay of the keyboard, then one more second.
    await page.clock.runFor(3_800)
    await success.getByRole('button', { name: 'Dismiss' }).focus()
    await page.clock.runFor(20_000)
    await expect(success).toBeVisible()
    await buttons.getByRole('button', { name: 'Show a success' }).focus()
    await page.clock.runFor(900)
    await expect(success).toBeVisible()
    await page.clock.runFor(400)
    await expect(success).toHaveCount(0)
    await page.clock.runFor(60_000)
    await expect(failure).toBeVisible()
    if (!isMobile) {
      await buttons.getByRole('button', { name: 'Show another success' }).click()
      await page.clock.runFor(100)
      const another = page.locator('.toasts').getByRole('status')
      await another.hover()
      await page.clock.runFor(20_000)
      await expect(another).toBeVisible()
      await page.mouse.move(0, 0)
      await page.clock.runFor(5_100)
      await expect(another).toHaveCount(0)
    }

    const opener = buttons.getByRole('button', { name: 'Show an error' })
    await opener.focus()
    await failure.getByRole('button', { name: 'Dismiss' }).focus()
    await page.keyboard.press('Enter')
    await expect(failure).toHaveCount(0)
    await expect(opener).toBeFocused()
  })

  test('a tooltip opens by pointer, keyboard and tap, closes by Escape and stays on the screen @phone @long', async ({
    page,
    isMobile,
  }) => {
    const tooltips = section(page, 'Tooltips').getByRole('tooltip')
    for (const place of [0, 1]) {
      const button = section(page, 'Tooltips')
        .getByRole('button', { name: /^About / })
        .nth(place)
      await button.scrollIntoViewIfNeeded()
      if (isMobile) await button.tap()
      else await button.hover()
      const box = (await tooltips.boundingBox())!
      expect(box.width).toBe(180)
      expect(box.x).toBeGreaterThanOrEqual(8)
      expect(box.x + box.width).toBeLessThanOrEqual(page.viewportSize()!.width - 8)
      await page.keyboard.press('Escape')
      await expect(tooltips).toHaveCount(0)
      if (isMobile) {
        await button.tap()
        await expect(tooltips).toBeVisible()
        // Far enough away not to lie under the tooltip.
        await page.getByRole('heading', { name: 'Gallery' }).tap()
      } else {
        await page.mouse.move(0, 0)
        await button.hover()
        await expect(tooltips).toBeVisible()
        // Across the gap, onto the text.
        await page.mouse.move(box.x + 90, box.y + 10, { steps: 8 })
        await expect(tooltips).toBeVisible()
        await page.mouse.move(0, 0)
      }
      await expect(tooltips).toHaveCount(0)
    }
    await section(page, 'Tooltips').getByRole('button').first().focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Shift+Tab')
    await expect(tooltips).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(tooltips).toHaveCount(0)
  })
})

test.describe('A dialog', () => {
  const dialog = (page: Page) => page.getByRole('dialog')
  const open = (page: Page, name: string) =>
    section(page, 'Modals').getByRole('button', { name, exact: true }).click()

  test.beforeEach(async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/_gallery')
    await expect(section(page, 'Modals')).toBeVisible()
  })

  test('comes with its own bundle, keeps the focus, and gives it back @phone @long', async ({
    page,
    isMobile,
  }) => {
    const scripts: string[] = []
    page.on('request', (request) => scripts.push(request.url()))
    const opener = section(page, 'Modals').getByRole('button', { name: 'Leave this page' })
    await opener.click()
    await expect(dialog(page)).toHaveAccessibleName('Leave this page?')
    expect(scripts.filter((url) => url.includes('modal-dialog'))).not.toHaveLength(0)
    const viewport = page.viewportSize()!
    await expect.poll(() => widthOf(page.locator('.modal'))).toBe(isMobile ? viewport.width : 512)
    const box = (await page.locator('.modal').boundingBox())!
    expect(await style(page.locator('.scrim'), 'z-index')).toBe('100000')
    expect(await style(page.locator('.modal'), 'max-height')).toBe(`${viewport.height * 0.9}px`)
    if (isMobile) expect(box.y + box.height).toBe(viewport.height)
    await expect(dialog(page).getByRole('button')).toHaveText(['', 'Cancel', 'Leave page'])
    await expect(dialog(page).getByRole('button', { name: 'Back' })).toHaveCount(0)
    await expectAccessible(page, '.scrim')
    await expectReadableInTheDark(page, '.scrim')

    for (let press = 0; press < 7; press += 1) {
      await page.keyboard.press('Tab')
      expect(await page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)).toBe(true)
    }
    expect(await opener.evaluate((button) => button.closest('[inert]') !== null)).toBe(true)
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await expect(opener).toBeFocused()
    expect(await opener.evaluate((button) => button.closest('[inert]'))).toBeNull()
  })

  test('runs a plain action and closes at once; a cancelled one tells so and then closes @long', async ({
    page,
  }) => {
    const diary = section(page, 'Modals').locator('output').first()
    await open(page, 'Leave this page')
    await dialog(page).getByRole('button', { name: 'Leave page' }).click()
    await expect(dialog(page)).toHaveCount(0)
    await expect(diary).toHaveText('confirmed, hidden')
    for (const name of ['Cancel', 'Close']) {
      await open(page, 'Leave this page')
      await dialog(page).getByRole('button', { name }).click()
      await expect(dialog(page)).toHaveCount(0)
    }
    await expect(diary).toHaveText('confirmed, hidden, cancelled, hidden, cancelled, hidden')

    await open(page, 'Why do we need this?')
    await expect(dialog(page).getByRole('button')).toHaveText(['', 'Got it'])
    await dialog(page).getByRole('button', { name: 'Got it' }).click()
    await expect(dialog(page)).toHaveCount(0)
  })

  test('waits for a promise, stays open when it fails, and closes when it is kept @phone-long @long', async ({
    page,
  }) => {
    await open(page, 'Remove a payment method')
    const confirm = dialog(page).getByRole('button', { name: 'Confirm', exact: true })
    await confirm.click()
    await expect(confirm).toHaveAttribute('aria-busy', 'true')
    await expect(confirm.locator('.spinner')).toBeVisible()
    for (const name of ['Confirm', 'Cancel', 'Close'])
      await expect(dialog(page).getByRole('button', { name, exact: true })).toBeDisabled()
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeVisible()

    await dialog(page).getByRole('button', { name: 'Let it fail' }).click()
    await expect(dialog(page).getByRole('alert')).toHaveText('This card pays your plan.')
    await expect(confirm).toBeFocused()
    for (const name of ['Confirm', 'Cancel', 'Close'])
      await expect(dialog(page).getByRole('button', { name, exact: true })).toBeEnabled()

    await confirm.click()
    await expect(dialog(page).getByRole('alert')).toHaveCount(0)
    await dialog(page).getByRole('button', { name: 'Let it succeed' }).click()
    await expect(dialog(page)).toHaveCount(0)

    // The failure of the last time is forgotten.
    await open(page, 'Remove a payment method')
    await expect(dialog(page).getByRole('alert')).toHaveCount(0)
    await expect(confirm).toBeEnabled()
  })

  test('confirms by Enter in a field and stays open; its arrow leads back @long', async ({ page }) => {
    const diary = section(page, 'Modals').locator('output').last()
    await open(page, 'Request a withdrawal')
    await dialog(page).getByLabel('Amount').fill('120')
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Back' }).click()
    await expect(diary).toHaveText('confirmed 120, back')

    // Escape is for the innermost thing that is open.
    await dialog(page)
      .getByRole('button', { name: /^About / })
      .hover()
    await expect(page.getByRole('tooltip')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('tooltip')).toHaveCount(0)
    await expect(dialog(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
  })

  test('lies above the one it was opened from, and leaves it as it was @long', async ({ page }) => {
    await announceInTheGap(page)
    await open(page, 'Open two')
    const opener = dialog(page).getByRole('button', { name: 'Open the upper one' })
    await opener.click()
    const lower = page.getByRole('dialog', { name: 'The lower one' })
    const upper = page.getByRole('dialog', { name: 'The upper one' })
    await expect(upper).toBeVisible()
    expect(await lower.evaluate((behind) => behind.closest('[inert]') !== null)).toBe(true)
    const zIndexes = await page
      .locator('.scrim')
      .evaluateAll((scrims) => scrims.map((scrim) => getComputedStyle(scrim).zIndex))
    expect(zIndexes).toEqual(['100000', '100001'])
    await page.keyboard.press('Tab')
    expect(await upper.evaluate((top) => top.contains(document.activeElement))).toBe(true)
    await page.keyboard.press('Escape')
    await expect(upper).toHaveCount(0)
    await expect(lower).toBeVisible()
    await expect(opener).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await expect(section(page, 'Modals').getByRole('button', { name: 'Open two' })).toBeFocused()
  })

  test('scrolls what is longer than the screen, also by keyboard @phone @long', async ({ page }) => {
    await open(page, 'Read the agreement')
    await expect(dialog(page)).toBeVisible()
    const viewport = page.viewportSize()!
    // It grows as it comes.
    await expect.poll(() => heightOf(page.locator('.modal'))).toBeCloseTo(viewport.height * 0.9, 0)
    await expect(dialog(page).getByRole('button', { name: 'Confirm' })).toBeInViewport()
    const body = page.locator('.modal__body')
    await body.focus()
    await page.keyboard.press('End')
    await expect(dialog(page).getByText('Paragraph 40 of')).toBeInViewport()
  })
})

/**
 * Half a second after it was opened, a dialog takes the focus once more if nothing has it. This is made to happen in the
 * one frame in which the dialog above is gone and the focus not yet given back.
 */
async function announceInTheGap(page: Page): Promise<void> {
  await page.evaluate(() => {
    const announcements: (() => void)[] = []
    const later = setTimeout.bind(globalThis)
    const draw = requestAnimationFrame.bind(globalThis)
    globalThis.setTimeout = ((callback: () => void, ms?: number) =>
      ms === 500 ? announcements.push(callback) : later(callback, ms)) as typeof setTimeout
    globalThis.requestAnimationFrame = (callback) =>
      draw((time) => {
        if (document.activeElement === document.body)
          for (const announce of announcements.splice(0)) announce()
        callback(time)
      })
  })
}
