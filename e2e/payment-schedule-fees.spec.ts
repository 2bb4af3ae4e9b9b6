import { randomUUID } from 'node:crypto'
import type { Locator, Page, Request } from '@playwright/test'
import type { PlanRequest } from '#domain/plan/plan-choices.ts'
import type { Account } from '#tools/demo/account.ts'
import type { Customer } from './customers.ts'
import { expect, expectAccessible, readSchedule, signIn, test } from './journey.ts'
import { newFamily } from './new-family.ts'
import { rows } from './rows.ts'

const path = '/payment-schedule'

const twoStudents: Account = {
  plans: [{ status: 'Saved' }],
  students: [
    { firstName: 'Oliver', level: 'Year 9' },
    { firstName: 'Isla', level: 'Year 6' },
  ],
}

const card = (page: Page) => page.getByRole('region', { name: 'Fees and discounts' })
const row = (page: Page, name: string) => card(page).getByRole('listitem').filter({ hasText: name })
const dialog = (page: Page) => page.getByRole('dialog')
const choice = (page: Page, name: string) => dialog(page).getByRole('checkbox', { name, exact: true })
const confirm = (page: Page) => dialog(page).getByRole('button', { name: 'Confirm' })

/** What belongs to a ticked card, by the label of its field. */
const field = (page: Page, name: string, label: string) =>
  dialog(page)
    .locator('.choice')
    .filter({ has: page.getByRole('checkbox', { name, exact: true }) })
    .getByLabel(label)

async function tick(page: Page, name: string, label: string, text: string): Promise<void> {
  await choice(page, name).check()
  await field(page, name, label).fill(text)
}

const studentSelect = (page: Page) => dialog(page).getByRole('combobox', { name: /Student/ })

async function chooseStudent(page: Page, name: string): Promise<void> {
  await studentSelect(page).selectOption(name)
}

const variancesIn = (request: Request) => (request.postDataJSON() as PlanRequest).variances

/** Waits for the calculation that follows what is done. */
async function calculated(page: Page, action: () => Promise<unknown>) {
  const asked = page.waitForResponse((reply) => reply.url().endsWith('/calculate-plan'))
  await action()
  const reply = await asked
  expect(reply.status()).toBe(200)
  return variancesIn(reply.request())
}

async function save(page: Page): Promise<void> {
  const saved = page.waitForResponse((reply) => reply.url().endsWith('/save-plan'))
  await page.getByRole('button', { name: 'Save', exact: true }).first().click()
  expect((await saved).status()).toBe(200)
}

const nothing = {
  standardFeeVariances: [],
  addons: [],
  outstandingFees: null,
  otherArrangementsRequest: null,
  staffDiscount: null,
}

const request = (enrolmentId: string, kind: string, percent: number | null, amount: number | null) => ({
  enrolmentId,
  type: kind,
  amount,
  percent,
})

async function enrolmentsOf({ accountId }: Customer): Promise<Record<string, string>> {
  const found = await rows<{ name: string; id: string }>(
    `select first_name as name, enrolment.id from enrolment
       join student on student.account_id = enrolment.account_id and student.id = enrolment.student_id
     where enrolment.account_id = $1`,
    [accountId],
  )
  return Object.fromEntries(found.map(({ name, id }) => [name, id]))
}

async function savedVariances({ accountId }: Customer) {
  const [saved] = await rows<{ variances: unknown }>(
    'select variances from plan_version where account_id = $1 order by version desc limit 1',
    [accountId],
  )
  return saved?.variances
}

const type = (input: Locator, keys: string) => input.pressSequentially(keys)

test.describe('Fees and discounts', () => {
  test('are added to the plan, and what is still owed too', async ({ page }) => {
    const parent = await newFamily(twoStudents)
    const { Oliver = '', Isla = '' } = await enrolmentsOf(parent)
    await signIn(page, parent, { path })
    await expect(row(page, 'Isla')).toContainText('Sibling discount 10%')
    await expect(row(page, 'Oliver')).toContainText('No extra fees or discounts')

    await card(page).getByRole('button', { name: 'Add fee' }).click()
    for (const name of ['Instrument lessons', 'School bus', 'Outstanding fees'])
      await expect(choice(page, name)).toBeDisabled()
    await expect(dialog(page)).toContainText('Choose a student first.')
    await confirm(page).click()
    await expect(dialog(page).getByText('Choose a student', { exact: true })).toBeVisible()
    await expect(studentSelect(page)).toBeFocused()
    await chooseStudent(page, 'Isla Marsh, Year 7')
    await choice(page, 'Instrument lessons').check()
    await choice(page, 'Outstanding fees').check()
    await confirm(page).click()
    await expect(dialog(page).getByText('Choose an option')).toBeVisible()
    await expect(dialog(page).getByText('Enter an amount')).toBeVisible()
    await dialog(page)
      .getByRole('combobox', { name: /Option/ })
      .selectOption('Cello')
    const owed = field(page, 'Outstanding fees', 'Amount')
    await type(owed, 'x12.345')
    await expect(owed).toHaveValue('12.34')
    await chooseStudent(page, 'Oliver Marsh, Year 10')
    await choice(page, 'School bus').check()
    await expect(dialog(page).getByRole('status').filter({ hasText: 'Your payment' })).toContainText('$')
    const wanted = await calculated(page, () => confirm(page).dblclick())
    const all = {
      ...nothing,
      addons: [
        { enrolmentId: Oliver, name: 'School bus', value: 810 },
        { enrolmentId: Isla, name: 'Instrument lessons', value: 'Cello' },
      ],
      standardFeeVariances: [request(Isla, 'OutstandingFees', null, 12.34)],
    }
    expect(wanted).toEqual(all)
    await expect(dialog(page)).toHaveCount(0)
    await expect(card(page).getByRole('button', { name: 'Add fee' })).toBeFocused()
    await expect(row(page, 'Isla')).toContainText('Instrument lessons $665.00')
    await expect(row(page, 'Isla')).toContainText('Outstanding fees $12.34')
    await save(page)
    expect(await savedVariances(parent)).toEqual(all)
  })

  test('that come off reach the plan in all their kinds, and come back with it @phone @long', async ({
    page,
  }) => {
    const parent = await newFamily(twoStudents)
    const { Oliver = '', Isla = '' } = await enrolmentsOf(parent)
    await signIn(page, parent, { path })
    await card(page).getByRole('button', { name: 'Add discount' }).click()
    await expect(choice(page, 'Scholarship')).toBeDisabled()
    await dialog(page).getByText('Oliver Marsh').click()
    await choice(page, 'Scholarship').check()
    await confirm(page).click()
    await expect(dialog(page).getByText('Enter an amount or a percentage')).toBeVisible()
    await expect(field(page, 'Scholarship', 'Percentage')).toBeFocused()
    await page.keyboard.type('10')
    await expect(dialog(page)).toContainText('−$1,054.50')
    await expect(dialog(page)).toContainText('Your school confirms this before your plan is final.')
    await tick(page, 'Bursary or concession', 'Or amount', '250.50')
    await tick(page, 'Family arrangement', 'Percentage', '2.5')
    await dialog(page).getByText('Isla Marsh').click()
    await tick(page, 'Staff discount', 'Percentage', '25')
    await tick(page, 'Fee schedule option', 'Or amount', '99')
    await choice(page, 'Other arrangement').check()
    const note = dialog(page).getByLabel('Tell us about it')
    await note.fill('a'.repeat(999))
    await type(note, 'bc')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page)
    const wanted = await calculated(page, () => confirm(page).dblclick())
    const all = {
      ...nothing,
      standardFeeVariances: [
        request(Oliver, 'Scholarship', 10, null),
        request(Oliver, 'BursaryConcession', null, 250.5),
        request(Oliver, 'FamilyArrangement', 2.5, null),
        request(Isla, 'StaffDiscount', 25, null),
        request(Isla, 'FeeScheduleOption', null, 99),
        request(Isla, 'OtherArrangement', null, null),
      ],
      otherArrangementsRequest: `${'a'.repeat(999)}b`,
    }
    expect(wanted).toEqual(all)
    await save(page)
    expect(await savedVariances(parent)).toEqual(all)
    await page.goto(path)
    expect(await readSchedule(page, parent)).toMatchObject({ planStatus: 'ManualReview', variances: all })
    for (const text of ['Scholarship 10%', 'Bursary or concession $250.50', 'Family arrangement 2.5%'])
      await expect(row(page, 'Oliver')).toContainText(text)
    for (const text of ['Staff discount 25%', 'Fee schedule option $99.00', 'Other arrangement'])
      await expect(row(page, 'Isla')).toContainText(text)
  })

  test('are changed and taken off again, by keyboard too @long', async ({ page }) => {
    const parent = await newFamily(twoStudents)
    const { Oliver = '', Isla = '' } = await enrolmentsOf(parent)
    await signIn(page, parent, { path })
    await card(page).getByRole('button', { name: 'Add discount' }).click()
    await dialog(page).getByText('Isla Marsh').click()
    await choice(page, 'Family arrangement').check()
    const percent = field(page, 'Family arrangement', 'Percentage')
    const amount = field(page, 'Family arrangement', 'Or amount')
    for (const [keys, text] of [
      ['101', '10'],
      ['100.5', '100'],
      ['99.999', '99.99'],
      ['ten5', '5'],
      ['7,5', '7.5'],
      ['1e5', '1e5'],
    ] as const) {
      await percent.fill('')
      await type(percent, keys)
      await expect(percent).toHaveValue(text)
    }
    await confirm(page).click()
    await expect(dialog(page).getByText('Enter a percentage in digits, such as 7.5')).toBeVisible()
    await amount.fill('$1,234.567')
    await expect(amount).toHaveValue('1234.56')
    await expect(percent).toHaveValue('')
    // A key that does nothing leaves the cursor where it is.
    await amount.press('Home')
    await type(amount, 'x9')
    await expect(amount).toHaveValue('91234.56')
    await expect(dialog(page)).toContainText(/\$[\d,.]+ comes off/)
    await percent.fill('50')
    await expect(amount).toHaveValue('')
    await expect(dialog(page)).not.toContainText('Your school confirms this')
    await tick(page, 'Staff discount', 'Percentage', '20')
    await dialog(page).getByRole('checkbox', { name: 'For all students' }).check()
    await expect(field(page, 'Staff discount', 'Or amount')).toBeDisabled()
    const given = await calculated(page, () => page.keyboard.press('Enter'))
    const half = { enrolmentId: Isla, type: 'FamilyArrangement', amount: null, percent: 50 }
    expect(given).toMatchObject({ standardFeeVariances: [half], staffDiscount: { percent: 20 } })
    await expect(row(page, 'Whole plan')).toContainText('Staff discount 20%')
    await expectAccessible(page)

    // Cancelled, nothing is changed; the dialog opens with what is there.
    const edit = card(page).getByRole('button', { name: 'Edit Family arrangement 50% for Isla Marsh' })
    await edit.press('Enter')
    await expect(dialog(page).getByRole('radio', { name: 'Isla Marsh' })).toBeChecked()
    await expect(percent).toHaveValue('50')
    await percent.fill('30')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await expect(edit).toBeFocused()
    await edit.press('Enter')
    await choice(page, 'Family arrangement').uncheck()
    await dialog(page).getByText('Oliver Marsh').click()
    await tick(page, 'Family arrangement', 'Percentage', '5')
    const moved = await calculated(page, () => confirm(page).click())
    expect(moved).toMatchObject({
      standardFeeVariances: [{ ...half, enrolmentId: Oliver, percent: 5 }],
      staffDiscount: { percent: 20 },
    })
    await expect(card(page).getByRole('heading', { name: 'Fees and discounts' })).toBeFocused()

    const left = await calculated(page, () =>
      card(page).getByRole('button', { name: 'Remove Family arrangement for Oliver Marsh' }).press('Enter'),
    )
    expect(left).toMatchObject({ standardFeeVariances: [], staffDiscount: { percent: 20 } })
    await expect(card(page).getByRole('status')).toHaveText('Family arrangement removed for Oliver Marsh')
    await expect(card(page).getByText('Oliver Marsh', { exact: true })).toBeFocused()
    await card(page).getByRole('button', { name: 'Remove Staff discount for the whole plan' }).click()
    await expect(row(page, 'Whole plan')).toHaveCount(0)
    await expect(card(page).getByRole('heading', { name: 'Fees and discounts' })).toBeFocused()
  })

  test('are offered as the school allows @long', async ({ page }) => {
    const add = card(page).getByRole('button', { name: /^Add/ })
    const one: Account = { plans: [{ status: 'Saved' }], students: [{ firstName: 'Isla', level: 'Year 6' }] }
    const open = async (account: Account, prepare?: (parent: Customer) => Promise<void>) => {
      const parent = await newFamily(account)
      await prepare?.(parent)
      await signIn(page, parent, { path })
      await expect(page.getByText('Your estimated payment').first()).toBeVisible()
    }

    // The only student is not asked for.
    await open(one)
    await expect(add).toHaveText(['Add fee', 'Add discount'])
    await add.first().click()
    await choice(page, 'Outstanding fees').check()
    await confirm(page).click()
    await expectAccessible(page)

    await open(one, (parent) => ownSchool(parent, { fees: false, outstandingFees: true }))
    await expect(add).toHaveText(['Add outstanding fees'])
    await add.click()
    await expect(dialog(page).getByRole('checkbox')).toHaveCount(1)
    await tick(page, 'Outstanding fees', 'Amount', '640')
    await calculated(page, () => confirm(page).click())
    await expect(row(page, 'Isla')).toContainText('Outstanding fees $640.00')

    // What was agreed stays to be seen.
    const scholarship = { name: 'Scholarship', percent: 10, type: 'Scholarship' } as const
    const agreed = [{ firstName: 'Isla', level: 'Year 6', discounts: [scholarship] }]
    await open({ ...one, students: agreed, school: 'Ironbark College' })
    await expect(row(page, 'Isla')).toContainText('Scholarship 10%')
    await expect(card(page).getByRole('button')).toHaveCount(0)

    await open({ ...one, school: 'Oakfield School' })
    await expect(add).toHaveCount(0)
    await expect(page.getByText('£').first()).toBeVisible()
  })
})

/** A school like the family's, with rules of its own. */
async function ownSchool(
  { accountId }: Customer,
  may: { fees: boolean; outstandingFees: boolean },
): Promise<void> {
  const id = randomUUID()
  const change = { id, larkwell_id: `sch-${id}`, bpay_biller_code: null }
  const rules = {
    allows_fee_variance_updates: may.fees,
    allows_outstanding_fee_updates: may.outstandingFees,
  }
  await rows(
    `insert into institution select (jsonb_populate_record(institution, $2::jsonb)).* from institution
     where id = (select institution_id from account where id = $1)`,
    [accountId, JSON.stringify({ ...change, ...rules })],
  )
  const schedules = await rows<{ id: string }>(
    'select id from fee_schedule where institution_id = (select institution_id from account where id = $1)',
    [accountId],
  )
  for (const schedule of schedules) {
    const copy = randomUUID()
    await rows(
      'insert into fee_schedule select (jsonb_populate_record(s, $2::jsonb)).* from fee_schedule s where id = $1',
      [schedule.id, JSON.stringify({ id: copy, institution_id: id })],
    )
    for (const table of ['fee_schedule_term', 'fee_item'])
      await rows(
        `insert into ${table} select (jsonb_populate_record(t, $2::jsonb)).* from ${table} t
         where fee_schedule_id = $1`,
        [schedule.id, JSON.stringify({ fee_schedule_id: copy })],
      )
  }
  await rows('update enrolment set institution_id = $2 where account_id = $1', [accountId, id])
  await rows('update account set institution_id = $2 where id = $1', [accountId, id])
}
