import type { Page } from '@playwright/test'
import { expect, expectAccessible, signIn, test } from './journey.ts'
import { newFamily } from './new-family.ts'
import { rows } from './rows.ts'
import { staffApi } from './staff.ts'

const card = (page: Page, name: string) => page.getByRole('region', { name })

test('A family is invited to pay in instalments, gives its details, and is told of its new rhythm @long', async ({
  page,
  inbox,
}) => {
  const parent = await newFamily({ productType: 'Pay', plans: [] })
  const { accountId } = parent
  const staff = await staffApi(inbox, 'staff.ops@demo.example')
  const deed = { params: { accountId }, body: { reason: 'Asked on the phone' } }
  const mailAfter = async (action: () => Promise<unknown>, path: string) => {
    const mark = await inbox.mark()
    await action()
    const { links } = await inbox.next(parent.email, 'email', mark)
    return new URL(links.find((url) => url.endsWith(path)) ?? 'http://none').pathname
  }
  const standing = async () => {
    const [account] = await rows<object>(
      `select product_type as product, setup_status as setup, change.status, change.frequency
       from account join product_change change on change.account_id = account.id where account.id = $1`,
      [accountId],
    )
    return account
  }

  const invited = await mailAfter(
    () => staff('POST /api/staff/accounts/:accountId/switch/invite', deed),
    '/switch-account',
  )
  await signIn(page, parent, { path: invited })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Switch your payments')
  await page.getByRole('textbox', { name: 'Date of birth' }).fill('17 May 1984')
  await page.getByRole('checkbox', { name: /^I agree to a credit ID check/ }).check()
  await page.getByRole('button', { name: 'Confirm switch' }).click()
  await expect(page).toHaveURL('/')
  await expect(card(page, "We're processing your switch")).toBeVisible()
  expect(await standing()).toEqual({
    product: 'Pay',
    setup: 'NoFurtherSteps',
    status: 'Processing',
    frequency: null,
  })
  expect(
    await rows(
      `select manner, outcome from identity_check where account_id = $1
       union all
       select kind, agreed::text from consent where account_id = $1 and kind <> 'DirectDebitAuthorisation' order by 1`,
      [accountId],
    ),
  ).toEqual([
    { manner: 'CreditBody', outcome: 'Pass' },
    { manner: 'CreditIdCheckConsent', outcome: 'true' },
    { manner: 'ProductSwitch', outcome: 'true' },
  ])

  const { items } = await staff('GET /api/staff/queue', { query: { kind: 'Switch' } })
  expect(items.filter((item) => item.accountId === accountId)).toHaveLength(1)
  const completed = await mailAfter(
    () => staff('POST /api/staff/accounts/:accountId/switch/complete', deed),
    '/payment-schedule',
  )
  await page.reload()
  const tasks = card(page, 'Tasks required to complete your account setup')
  await expect(tasks).toContainText('2 of 3 done')
  await expectAccessible(page)
  await page.goto(completed)
  await page.getByRole('button', { name: 'Start with this' }).click()
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await expect(save).toBeEnabled()
  await save.click()
  await expect(page).toHaveURL('/manage-payments')
  await page.goto('/')
  await expect(card(page, "You're now paying fortnightly")).toContainText('Your switch is complete.')
  await expect(card(page, 'Success! Your account is now active')).toBeVisible()
  expect(await standing()).toEqual({
    product: 'PayPlus',
    setup: 'StepsCompleted',
    status: 'Completed',
    frequency: 'Fortnight',
  })
})
