import type { Page } from '@playwright/test'
import { expect, expectAccessible, signIn, test } from './journey.ts'
import { newFamily } from './new-family.ts'
import { rows } from './rows.ts'
import { staffApi } from './staff.ts'

type Waiting = { amount: number; noticedOn: string | null }
const waitingOf = (accountId: string) =>
  rows<Waiting>(
    `select amount_minor::int as amount, noticed_on::text as "noticedOn" from instalment
     where account_id = $1 and status = 'Scheduled' order by due_on`,
    [accountId],
  )
const sumOf = (payments: readonly Waiting[]) => payments.reduce((sum, { amount }) => sum + amount, 0)

async function answer(page: Page): Promise<void> {
  await page.getByText('Less work or lost job').click()
  await page.getByLabel('Anything we should know').fill('My hours were cut until June.')
  await page.getByText('Two or three months').click()
  await page.getByLabel('Amount').fill('100')
  await page.getByText('Email', { exact: true }).click()
}

test.describe('A family that finds it hard to pay', { tag: '@phone' }, () => {
  test('tells us, has its payments held, and accepts what we propose @long', async ({ page, inbox }) => {
    const parent = await newFamily({ plans: [{ status: 'Current' }] })
    const before = await waitingOf(parent.accountId)
    await signIn(page, parent, { path: '/payment-schedule/help' })
    await expect(page.getByRole('heading', { name: 'Finding it hard to pay' })).toBeVisible()
    await expect(page.getByText('We hold your payments.')).toBeVisible()
    await expectAccessible(page)

    await test.step('a form with gaps is not sent, and nothing typed is lost', async () => {
      await page.getByLabel('Anything we should know').fill('My hours were cut until June.')
      await page.getByRole('button', { name: 'Send and hold my payments' }).click()
      await expect(page.getByText('We could not send it yet')).toBeVisible()
      await expect(page.getByRole('radio', { name: 'Less work or lost job' })).toBeFocused()
      await expect(page.getByLabel('Anything we should know')).toHaveValue('My hours were cut until June.')
      await expectAccessible(page)
    })

    await answer(page)
    await page.getByRole('button', { name: 'Send and hold my payments' }).dblclick()
    await expect(
      page.getByRole('heading', { name: 'Thank you for telling us. Your payments are on hold.' }),
    ).toBeVisible()
    await expect(page.getByText(/Reference H-\d+\./)).toBeVisible()
    await expect(page.getByText('Held', { exact: true }).first()).toBeVisible()
    await expect(page.getByText('“My hours were cut until June.”')).toBeVisible()
    await expectAccessible(page)
    expect(await rows('select 1 from account_hold where account_id = $1', [parent.accountId])).toHaveLength(1)
    await page.getByRole('button', { name: 'Add something' }).click()
    await page.getByLabel('What would you like to add?').fill('And the rent went up.')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(page.getByText('“And the rent went up.”')).toBeVisible()

    await page.goto('/')
    await expect(page.getByText('Your payments are on hold')).toBeVisible()
    await page.goto('/payment-schedule/move')
    await expect(page.getByRole('heading', { name: 'This payment cannot be moved' })).toBeVisible()
    await expect(page.getByRole('main')).toContainText('there is nothing to move')
    await page.goto('/payment-schedule')
    await expect(page.getByRole('link', { name: 'See what happens next' })).toBeVisible()
    const toCome = page.getByRole('region', { name: 'To come' })
    await expect(toCome.getByText('Held', { exact: true }).first()).toBeVisible()
    await expect(toCome.getByRole('link', { name: /^Move the payment/ })).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'Change something' })).toContainText(
      'Not while your payments are on hold.',
    )
    await expectAccessible(page)

    const api = await staffApi(inbox, 'staff.ops@demo.example')
    const { items } = await api('GET /api/staff/care')
    const asked = items.find(({ accountId }) => accountId === parent.accountId)!
    const laterCount = before.length - 2
    await api('POST /api/staff/care/:careId/offer', {
      params: { careId: asked.id },
      body: {
        lowerCount: 2,
        lowerAmount: '100',
        laterCount,
        note: 'We start with what you can pay.',
        reason: 'Agreed',
      },
    })

    await page.reload()
    await page.getByRole('link', { name: 'See the proposal' }).click()
    await expect(page.getByRole('heading', { name: 'Our proposal' })).toBeVisible()
    await expect(page.getByText('We start with what you can pay.')).toBeVisible()
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: null })
    await page.getByRole('button', { name: 'Accept the proposal' }).dblclick()
    await expect(page).toHaveURL(/\/payment-schedule$/)

    const after = await waitingOf(parent.accountId)
    expect(after.slice(0, 2).map(({ amount }) => amount)).toEqual([10_000, 10_000])
    expect(sumOf(after)).toBe(sumOf(before))
    await expect(toCome).toContainText('Your payments are as we agreed')
    await expect(toCome).toContainText('$100.00 fortnightly until')
    await expectAccessible(page)
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Your arrangement' })).toBeVisible()
    await expect(page.getByText('Temporary plan').first()).toBeVisible()
    await expect(page.getByText('What we agreed')).toBeVisible()
    await expectAccessible(page)

    await test.step('keeps a copy, and writes to who made the proposal', async () => {
      const agreed = page.getByRole('region', { name: 'What we agreed' })
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        agreed.getByRole('button', { name: 'Download agreement' }).click(),
      ])
      expect(saved.suggestedFilename()).toMatch(/^Larkwell arrangement LW\w+\.pdf$/)
      const [offer] = await rows<{ name: string }>(
        'select name from care_offer join staff on staff.id = made_by where account_id = $1',
        [parent.accountId],
      )
      const firstName = offer?.name.split(' ')[0]
      await agreed.getByRole('button', { name: `Message ${firstName}` }).click()
      await expect(page.getByText(`To ${firstName}, about your arrangement`)).toBeVisible()
      await expect(page.getByLabel('Your message')).toBeFocused()
      await page.getByLabel('Your message').fill('My hours are back from June.')
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await expect(page.getByRole('log').getByText('My hours are back from June.')).toBeVisible()
      await expect
        .poll(() =>
          rows(
            `select about from conversation_message where body = 'My hours are back from June.'
            and author_id = (select asked_by from care_request where account_id = $1)`,
            [parent.accountId],
          ),
        )
        .toEqual([
          {
            about: expect.stringMatching(
              new RegExp(`^The arrangement H-\\d+ of account LW.+ by ${offer?.name}$`),
            ),
          },
        ])
    })
  })

  test('withdraws, and pays as planned', { tag: '@long' }, async ({ page }) => {
    const parent = await newFamily({ plans: [{ status: 'Current' }] })
    const before = await waitingOf(parent.accountId)
    await signIn(page, parent, { path: '/payment-schedule/help' })
    await answer(page)
    await page.getByRole('button', { name: 'Send and hold my payments' }).click()
    await page.getByRole('button', { name: 'Withdraw and pay as planned' }).click()
    await expect(page.getByRole('button', { name: 'Send and hold my payments' })).toBeVisible()
    const after = await waitingOf(parent.accountId)
    expect(after.map(({ amount }) => amount)).toEqual(before.map(({ amount }) => amount))
    expect(after.every(({ noticedOn }) => noticedOn === null)).toBe(true)
  })
})
