import type AxeBuilder from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'
import { axeOn, expect, test } from './journey.ts'

const titles = [
  'Text input',
  'Amount and percentage',
  'Date',
  'Select',
  'Autocomplete',
  'Checkbox',
  'Choice',
  'Segmented',
  'Code',
  'File upload',
] as const

async function openGallery(page: Page, title: (typeof titles)[number]): Promise<Locator> {
  // The gallery's spinners and skeletons would move for ever.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/_gallery')
  return page.getByRole('region', { name: title, exact: true })
}

/** Looks at some parts of the gallery alone: the whole of it takes long. */
async function expectAccessible(page: Page, ...parts: Locator[]): Promise<void> {
  for (const part of parts) await part.evaluate((element) => element.setAttribute('data-looked-at', ''))
  await expectNoViolations(
    lookAt(page).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']),
  )
}

const lookAt = (page: Page) => axeOn(page).include('[data-looked-at]')

async function expectNoViolations(axe: AxeBuilder): Promise<void> {
  const { violations } = await axe.analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([])
}

const styleOf = (locator: Locator, property: string) =>
  locator.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)

/** What a token of the design comes to on this page. */
const colourOf = (page: Page, token: string) =>
  page.evaluate((name) => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.color = `var(${name})`
    const colour = getComputedStyle(probe).color
    probe.remove()
    return colour
  }, token)

async function drop(zone: Locator, ...names: string[]): Promise<void> {
  const dataTransfer = await zone.page().evaluateHandle((all) => {
    const transfer = new DataTransfer()
    for (const name of all) transfer.items.add(new File(['some bytes'], name))
    return transfer
  }, names)
  await zone.dispatchEvent('dragover', { dataTransfer })
  await zone.dispatchEvent('drop', { dataTransfer })
}

test.describe('The inputs', () => {
  test('are readable by everyone, in the light and in the dark @phone-long @long', async ({ page }) => {
    await openGallery(page, 'Text input')
    const sections = titles.map((title) => page.getByRole('region', { name: title, exact: true }))
    await expectAccessible(page, ...sections)
    // In the dark only the colours differ.
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectNoViolations(lookAt(page).withRules(['color-contrast']))
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  })

  test('of one line are 48 pixels high and name their label, hint and error @long', async ({ page }) => {
    const section = await openGallery(page, 'Text input')
    for (const [title, label] of [
      ['Text input', 'Empty'],
      ['Text input', 'With an icon'],
      ['Amount and percentage', 'Large amount'],
      ['Date', 'Any date'],
      ['Autocomplete', 'Current address'],
    ] as const) {
      const input = page.getByRole('region', { name: title }).getByLabel(label).first()
      expect((await input.boundingBox())?.height, label).toBe(48)
    }
    expect((await page.getByRole('combobox', { name: 'Filled select' }).boundingBox())?.height).toBe(48)

    await expect(section.getByLabel('With a hint')).toHaveAccessibleDescription('As on your invoice')
    const wrong = section.getByRole('textbox', { name: 'Wrong', exact: true })
    await expect(wrong).toHaveAccessibleDescription('Enter a valid email address')
    await expect(wrong).toHaveAttribute('aria-invalid', 'true')
    await expect(section.getByText('Not shown')).toHaveCount(0)
    const needed = section.getByRole('textbox', { name: 'Required', exact: true })
    await expect(needed).toHaveAttribute('required')
    const mark = section.locator('label', { hasText: /^Required/ }).getByText('*')
    await expect(mark).toHaveCSS('color', await colourOf(page, '--color-error-text'))
    await expect(section.getByRole('textbox', { name: 'Disabled', exact: true })).toBeDisabled()
  })

  test('show what the browser finds wrong only once they are left @long', async ({ page }) => {
    const section = await openGallery(page, 'Text input')
    const input = section.getByLabel('Checked by the browser')
    const red = await colourOf(page, '--color-error-border')
    const border = () => styleOf(input, 'border-top-color')
    for (const text of ['amelia', '@']) {
      await input.pressSequentially(text)
      expect(await border()).not.toBe(red)
      await input.blur()
      await expect.poll(border).toBe(red)
    }
    await input.fill('amelia@example.com')
    await input.blur()
    await expect.poll(border).not.toBe(red)
  })

  test('for amounts and percentages keep what is typed and say what it is worth @long', async ({ page }) => {
    const section = await openGallery(page, 'Amount and percentage')
    const amount = section.getByRole('textbox', { name: 'Amount', exact: true })
    await expect(amount).toHaveAttribute('inputmode', 'decimal')
    for (const [text, worth] of [
      ['1,234.5', '123450'],
      ['1.234', 'nothing'],
      ['-1', 'nothing'],
      ['abc', 'nothing'],
    ] as const) {
      await amount.fill(text)
      await amount.blur()
      await expect(amount).toHaveValue(text)
      await expect(amount).toHaveAccessibleDescription(`Worth ${worth}`)
    }
    await expect(section.locator('.field', { hasText: 'Amount in pounds' })).toContainText('£')
    const percent = section.getByRole('textbox', { name: 'Percentage', exact: true })
    await percent.fill('12.5')
    await expect(percent).toHaveAccessibleDescription('Worth 1250')
    await percent.fill('100.01')
    await expect(percent).toHaveAccessibleDescription('Worth nothing')
  })

  test('for dates take typed days that exist @phone-long @long', async ({ page }) => {
    const section = await openGallery(page, 'Date')
    const date = section.getByLabel('Any date').first()
    await expect(section.getByPlaceholder('Select date')).toHaveCount(4)
    await date.fill('5/3/2026')
    await expect(date).toHaveAccessibleDescription('Chosen: 2026-03-05')
    await date.blur()
    await expect(date).toHaveValue('5 March 2026')

    await date.fill('30 February 2026')
    await expect(date).toHaveAccessibleDescription('Chosen: none')
    await date.blur()
    await expect(date).toHaveValue('30 February 2026')
    await expect(date).toHaveAccessibleDescription(/Enter a date as day, month and year/)
    await expect(date).toHaveAttribute('aria-invalid', 'true')
    await date.fill('')
    await expect(date).toHaveAccessibleDescription('Chosen: none')

    const limited = section.getByLabel('First payment date').first()
    for (const [text, reason] of [
      ['4/1/2027', 'Choose a date from 5 January 2027'],
      ['1/7/2027', 'Choose a date up to 30 June 2027'],
      ['26/1/2027', 'This day cannot be chosen'],
    ] as const) {
      await limited.fill(text)
      await limited.blur()
      await expect(limited).toHaveAccessibleDescription(reason)
    }
  })

  test('for dates mark today in the calendar @long', async ({ page }) => {
    await page.clock.setFixedTime(new Date('2027-01-20T02:00:00Z'))
    const section = await openGallery(page, 'Date')
    await section.getByRole('button', { name: 'Open calendar First payment date' }).click()
    const today = page.getByRole('dialog', { name: 'First payment date' }).locator('[data-today]')
    await expect(today).toHaveText('20')
    await expect(today).not.toHaveCSS('box-shadow', 'none')
  })

  test('for dates open a calendar for the mouse, the finger and the keys @phone @long', async ({ page }) => {
    const section = await openGallery(page, 'Date')
    const limited = section.getByLabel('First payment date').first()
    const opener = section.getByRole('button', { name: 'Open calendar First payment date' })
    await opener.click()
    const calendar = page.getByRole('dialog', { name: 'First payment date' })
    const frame = await calendar.boundingBox()
    expect(frame?.x).toBeGreaterThanOrEqual(0)
    expect((frame?.x ?? 0) + (frame?.width ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
    await expectAccessible(page, calendar)
    await expect(calendar.getByRole('columnheader', { includeHidden: true }).first()).toHaveText('Mon')
    await expect(calendar.getByRole('button', { name: 'Previous' })).toBeDisabled()
    // Neither a day before the first possible one nor a day that is taken can be chosen.
    await calendar.getByText('4', { exact: true }).click({ force: true })
    await calendar.getByText('26', { exact: true }).click({ force: true })
    await expect(calendar).toBeVisible()
    await calendar.getByText('20', { exact: true }).click()
    await expect(calendar).toHaveCount(0)
    await expect(limited).toHaveValue('20 January 2027')
    await expect(limited).toHaveAccessibleDescription('Chosen: 2027-01-20')
    await expect(opener).toBeFocused()

    await opener.press('Enter')
    await expect(calendar.getByRole('button', { name: /20 January 2027/ })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(limited).toHaveValue('28 January 2027')
    await opener.press('Enter')
    await expect(calendar.getByRole('button', { name: /28 January 2027/ })).toBeFocused()
    await page.keyboard.press('PageDown')
    await expect(calendar.getByRole('button', { name: /28 February 2027/ })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(calendar).toHaveCount(0)
    await expect(opener).toBeFocused()
    await expect(limited).toHaveValue('28 January 2027')

    // Years far back are one choice away, for dates of birth.
    await section.getByLabel('Any date').first().press('ArrowDown')
    const any = page.getByRole('dialog', { name: 'Any date' })
    await any.getByLabel('year').selectOption('1984')
    await any.getByLabel('month').selectOption('June')
    await any.getByRole('button', { name: /14 June 1984/ }).click()
    await expect(section.getByLabel('Any date').first()).toHaveValue('14 June 1984')
  })

  test('for one of several options are a list of the browser @phone @long', async ({ page }) => {
    const section = await openGallery(page, 'Select')
    const select = section.getByRole('combobox', { name: 'State' })
    await expect(select.locator('option:checked')).toHaveText('Select state')
    await expect(select).toHaveAccessibleDescription('Where the licence was issued')
    await select.selectOption('VIC')
    await expect(select).toHaveValue('VIC')
    await select.focus()
    await page.keyboard.press('q')
    await expect(select).toHaveValue('QLD')
    await expect(section.getByRole('combobox', { name: 'Wrong select' })).toHaveAccessibleDescription(
      'Field is required',
    )
    await expect(section.getByRole('combobox', { name: 'Disabled select' })).toBeDisabled()
  })

  test('suggest from the third character on, by mouse and by keys @long', async ({ page }) => {
    const section = await openGallery(page, 'Autocomplete')
    const field = section.getByRole('combobox', { name: 'Current address' })
    const list = page.getByRole('listbox', { name: 'Suggestions' })
    await field.pressSequentially('har')
    await expect(list.getByRole('option')).toHaveCount(12)
    await expect(list.locator('mark').first()).toHaveText('Har')
    await expectAccessible(page, section)
    for (const [height, limit] of [
      [1200, '280px'],
      [600, '180px'],
    ] as const) {
      await page.setViewportSize({ width: 1440, height })
      await expect(list).toHaveCSS('max-height', limit)
      expect((await list.boundingBox())?.height).toBe(Number.parseInt(limit))
    }
    await field.press('Backspace')
    await expect(list).toHaveCount(0)

    await field.pressSequentially('r')
    await expect(list).toBeVisible()
    await field.press('ArrowUp')
    const last = list.getByRole('option').last()
    await expect(last).toHaveAttribute('aria-selected', 'true')
    await expect(last).toBeInViewport()
    await expect(field).toHaveAttribute('aria-activedescendant', (await last.getAttribute('id')) ?? '')
    await field.press('ArrowDown')
    await field.press('ArrowDown')
    await field.press('Enter')
    await expect(field).toHaveValue('42 Harbour View Road, Lowther Bay NSW 2999')
    await expect(field).toHaveAccessibleDescription('Chosen: a0')
    await expect(list).toHaveCount(0)

    await field.fill('harper')
    await expect(list.getByRole('option')).toHaveCount(6)
    await field.press('Escape')
    await expect(list).toHaveCount(0)
    await field.click()
    await list.getByRole('option').nth(1).click()
    await expect(field).toHaveAccessibleDescription('Chosen: a3')
    await field.fill('nowhere')
    await expect(section.getByText('No match found')).toBeVisible()
    await field.blur()
    await expect(section.getByText('No match found')).toHaveCount(0)
  })

  test('say plainly that a search failed, and show that one is running @long', async ({ page }) => {
    const section = await openGallery(page, 'Autocomplete')
    await section.getByLabel('Failing search').fill('banksia')
    await expect(section.getByText('Error', { exact: true })).toBeVisible()
    await section.getByLabel('Failing search').fill('ba')
    await expect(section.getByText('Error', { exact: true })).toHaveCount(0)
    await section.getByLabel('Endless search').fill('banksia')
    await expect(section.locator('.spinner')).toBeVisible()
  })

  test('to tick and to choose obey the mouse and the keys @long', async ({ page }) => {
    const boxes = await openGallery(page, 'Checkbox')
    const box = boxes.getByRole('checkbox', { name: "I've lived here less than 3 years" })
    await boxes.getByText("I've lived here").click()
    await expect(box).toBeChecked()
    await box.press('Space')
    await expect(box).not.toBeChecked()
    await expect(boxes.getByRole('checkbox', { name: 'Required checkbox' })).toHaveAccessibleDescription(
      'Field is required',
    )

    const discount = boxes.getByLabel('Discount', { exact: true })
    await expect(discount).toHaveCount(0)
    await boxes.getByText('Apply a discount').click()
    await expect(discount).toHaveValue('10')
    await boxes.getByRole('checkbox', { name: 'Apply a discount' }).press('Space')
    await expect(discount).toHaveCount(0)
    const consent = boxes.getByRole('checkbox', { name: /credit ID check/ })
    await expect(consent).not.toBeChecked()
    await boxes.getByText(/credit ID check/).click()
    await expect(consent).toBeChecked()

    const choices = page.getByRole('region', { name: 'Choice', exact: true })
    await choices.getByText('Visa, Mastercard').click()
    await expect(choices.getByRole('radio', { name: 'Card' })).toBeChecked()
    await expect(choices.getByText("The card's form")).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(choices.getByRole('radio', { name: 'Bank account' })).toBeFocused()
    await expect(choices.getByLabel('Account name')).toBeVisible()
    await expect(choices.getByText("The card's form")).toHaveCount(0)
    await page.keyboard.press('ArrowDown')
    await expect(choices.getByRole('radio', { name: 'Card' })).toBeChecked()
    await expect(choices.getByRole('radiogroup', { name: 'Nothing chosen yet' })).toHaveAccessibleDescription(
      'Field is required',
    )

    const frequency = page.getByRole('radiogroup', { name: 'Frequency', exact: true })
    await frequency.getByText('Weekly').click()
    await expect(frequency.getByRole('radio', { name: 'Weekly' })).toBeChecked()
    await page.keyboard.press('ArrowRight')
    await expect(frequency.getByRole('radio', { name: 'Fortnightly' })).toBeChecked()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await expect(frequency.getByRole('radio', { name: 'Monthly' })).toBeChecked()

    const code = page.getByRole('region', { name: 'Code' }).getByLabel('Enter code')
    await code.pressSequentially('12a345678')
    await expect(code).toHaveValue('123456')
  })

  test('for files take the first one, by dialog or by drop, and only of the wanted kind @long', async ({
    page,
  }) => {
    const section = await openGallery(page, 'File upload')
    const any = section.getByLabel('Upload file', { exact: true })
    await expect(any).toHaveAccessibleDescription('Only .pdf is supported.')
    await drop(any, 'first.txt', 'second.pdf')
    // Without a list of kinds any file will do, and without a way to remove it there is no button.
    await expect(section.getByText('first.txt')).toBeVisible()
    await expect(section.getByText('second.pdf')).toHaveCount(0)
    await expect(section.getByRole('button', { name: 'Remove first.txt' })).toHaveCount(0)
    await section.getByLabel('Replace first.txt').setInputFiles({
      name: 'third.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('text'),
    })
    await expect(section.getByText('third.txt')).toBeVisible()

    const invoice = section.getByLabel('Upload invoice')
    const opened = page.waitForEvent('filechooser')
    await invoice.press('Space')
    const dialog = await opened
    expect(dialog.isMultiple()).toBe(false)
    await dialog.setFiles({ name: 'Term 2.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(2_000) })
    await expect(section.getByText('Term 2.pdf')).toBeVisible()
    await expect(section.getByText('PDF · 2 KB')).toBeVisible()
    const filled = section.getByLabel('Replace Term 2.pdf')
    await drop(filled, 'notes.txt', 'other.pdf')
    await expect(section.getByText('Term 2.pdf')).toBeVisible()
    await expect(filled).toHaveAccessibleDescription(
      'Up to 10 MB notes.txt was not added. Only .pdf, .png and .jpg are supported.',
    )
    await drop(filled, 'scan.JPG')
    await section.getByRole('button', { name: 'Remove scan.JPG' }).click()
    await expect(invoice).toBeFocused()
    await expect(invoice).toHaveAccessibleDescription('Only .pdf, .png and .jpg are supported. Up to 10 MB')

    await expect(section.getByRole('progressbar', { name: 'Uploading Sending.pdf' })).toHaveAttribute(
      'aria-valuenow',
      '62',
    )
    await expect(section.getByLabel('Replace Sending.pdf')).toBeDisabled()
    const disabled = section.getByLabel('Disabled upload')
    await drop(disabled, 'dropped.pdf')
    await expect(section.getByText('dropped.pdf')).toHaveCount(0)
  })
})
