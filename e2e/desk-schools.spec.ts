import type { Page } from '@playwright/test'
import { openDesk } from './desk.ts'
import { expect, expectAccessible, test } from './journey.ts'

const header =
  'school,email,first_name,last_name,mobile,student_first_name,student_last_name,year_level,start_year'

const fileOf = (...rows: string[]) => ({
  name: 'families.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from([header, ...rows].join('\r\n')),
})

/** A school of this journey's own: its fees are nobody else's. */
async function addSchool(page: Page, name: string, knownAs: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a school' }).click()
  const drawer = page.getByRole('dialog', { name: 'Add a school' })
  await drawer.getByLabel('Known as').fill(knownAs)
  await drawer.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await drawer.getByLabel('E-mail').fill('office@kurrajong.example')
  await drawer.getByLabel('Phone').fill('+61 2 5550 0000')
  await drawer.getByLabel('Reason').fill('Signed on Friday')
  await drawer.getByRole('button', { name: 'Add the school' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

async function addFee(page: Page, name: string, amount: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a fee' }).click()
  const drawer = page.getByRole('dialog', { name: 'Add a fee' })
  await drawer.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await drawer.getByLabel('Amount').fill(amount)
  await drawer.getByRole('button', { name: 'Add fee' }).click()
}

test.describe('Schools', () => {
  test('an admin takes on a school, writes its fees, and takes in its families once the file is in order @long', async ({
    page,
  }) => {
    const unique = Date.now().toString(36)
    const knownAs = `sch-kurrajong-${unique}`
    const name = `Kurrajong School ${unique}`
    await openDesk(page, 'admin', '/schools')
    await addSchool(page, name, knownAs)

    await page.getByLabel('Term 1 starts').fill('27 Jan 2027')
    await page.getByLabel('Term 1 ends').fill('1/4/2027')
    await addFee(page, 'Tuition', '8180')
    await addFee(page, 'Camp', '420')
    const camp = page.getByLabel('Amount of Camp, Every year')
    await page.getByLabel('Amount of Tuition, Every year').press('Enter')
    await expect(camp).toBeFocused()
    await camp.fill('460')
    await camp.press('Control+z')
    await expect(camp).toHaveValue('420.00')
    await page.getByRole('button', { name: 'Preview changes' }).click()
    await expect(page.getByText('No plan changes.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save the fees' }).click()
    await expect(page.getByText('Enter a reason: it is kept with the change')).toBeVisible()
    await page.getByLabel('Reason').fill('List of the bursar')
    await page.getByRole('button', { name: 'Save the fees' }).click()
    await expect(page.getByText('Published')).toBeVisible()

    await page.getByRole('link', { name: 'Import' }).click()
    const row = (email: string, year: string) =>
      `${knownAs},${email},Sue,Bright-${unique},,Poppy,Bright,${year},2027`
    await page
      .locator('input[type=file]')
      .setInputFiles(fileOf(row(`sue.${unique}@`, 'Prep'), row(`jo.${unique}@demo.example`, 'Year 13')))
    await expect(page.getByText('2 rows need correcting. Nothing was imported.')).toBeVisible()
    const problems = page.getByRole('region', { name: 'Problems by row' })
    await expect(
      problems.getByRole('row', { name: `2 email sue.${unique}@ Is not an email address` }),
    ).toBeVisible()
    await expect(problems.getByRole('row', { name: /^3 year_level Year 13/ })).toBeVisible()
    await expectAccessible(page)

    await page.locator('input[type=file]').setInputFiles(fileOf(row(`sue.${unique}@demo.example`, 'Prep')))
    await expect(page.getByText('The row is valid.')).toBeVisible()
    await expect(
      page.getByRole('row', { name: new RegExp(`Bright-${unique} family Poppy, Prep`) }),
    ).toBeVisible()
    await page.getByLabel('Reason').fill('List of the registrar')
    await page.getByRole('button', { name: /^Import 1 row/ }).click()
    await expect(page.getByText('1 row imported.')).toBeVisible()

    await page.getByRole('link', { name: /^Families/ }).click()
    await expect(page.getByRole('row', { name: new RegExp(`Bright-${unique} family`) })).toContainText(
      'No plan',
    )
    await expect(page.getByRole('img', { name: '1 of 1' })).toBeVisible()
    await expectAccessible(page)
  })

  test('support sees schools and their fees, and is offered nothing that it may not do @long', async ({
    page,
  }) => {
    await openDesk(page, 'support', '/schools')
    await expect(page.getByText('Only an Admin can add a school')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add a school' })).toBeHidden()
    await page.getByLabel('Filter schools').fill('wattle')
    await page.getByRole('link', { name: 'Wattle Grove College' }).click()
    await expect(page.getByRole('region', { name: /^Set-up for/ })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Import' })).toBeHidden()
    await page.getByRole('button', { name: /^Not ready/ }).click()
    await expect(page.getByRole('region', { name: 'Families' }).getByRole('row').nth(1)).toBeVisible()
    await page.getByRole('link', { name: 'Fees and terms' }).click()
    await expect(page.getByText('Only an Admin can change fees')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add a fee' })).toBeHidden()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Rules' }).click()
    await expect(page.getByText('Only an Admin can change rules')).toBeVisible()
  })
})
