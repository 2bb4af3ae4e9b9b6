import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { cents } from '#domain/money.ts'
import { endSessionsOf, newColleague, openDeskAs, type Colleague } from './desk.ts'
import { expect, test, type Inbox } from './journey.ts'
import { newFamily } from './new-family.ts'
import { rows } from './rows.ts'
import { addresses } from './stack.ts'

/** The page asks for a code over what was typed. */
async function logInAgain(page: Page, inbox: Inbox, { mobile }: Colleague): Promise<void> {
  await expect(page.getByText('Your session has ended.')).toBeVisible()
  const mark = await inbox.mark()
  await page.getByRole('button', { name: 'Send the code' }).click()
  const { code } = await inbox.next(mobile, 'sms', mark)
  await page.getByLabel('6-digit code').fill(code ?? '')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

const reasonField = (page: Page) => page.getByLabel('Internal reason')

async function planToReview() {
  const family = await newFamily({
    school: 'Redgum Academy',
    plans: [{ status: 'ManualReview', year: 'Next' }],
  })
  const [review] = await rows<{ id: string }>('select id from review where account_id = $1', [
    family.accountId,
  ])
  return { ...family, reviewId: review?.id ?? '' }
}

async function chatOf(customerId: string): Promise<string> {
  const id = randomUUID()
  await rows('insert into conversation (id, customer_id, created_at) values ($1, $2, now())', [
    id,
    customerId,
  ])
  await rows(
    `insert into conversation_message (conversation_id, id, author, author_id, body, created_at)
     values ($1, gen_random_uuid(), 'Customer', $2, 'Can this one wait?', now())`,
    [id, customerId],
  )
  return id
}

/** A payment request as somebody has just filled it in. */
async function requestFilledIn(page: Page) {
  const [robin, family] = [
    await newColleague('operations'),
    await newFamily({ plans: [], balance: cents(0) }),
  ]
  const query = 'action=request-payment&amount=45.00&dueOn=2031-12-11&for=Music+camp'
  await openDeskAs(page, robin, `/families/${family.accountId}?${query}`)
  const drawer = page.getByRole('dialog', { name: 'Request a payment' })
  await expect(page.getByRole('region', { name: 'What this does' })).toContainText('$45.00')
  await drawer.getByLabel('Reason').fill('For the camp')
  return { robin, family, drawer }
}

test.describe('A session that ends in the middle @long', () => {
  test('of a decision: who logs in again has decided', async ({ page, inbox }) => {
    const [robin, { reviewId }] = [await newColleague('operations'), await planToReview()]
    await openDeskAs(page, robin, `/reviews/${reviewId}`)
    await expect(page.getByText('In review')).toBeVisible()
    await page.keyboard.press('d')
    await expect(reasonField(page)).toBeFocused()
    await page.keyboard.type('Not on the list')
    await endSessionsOf(robin)
    await page.keyboard.press('Control+Enter')
    await logInAgain(page, inbox, robin)
    const decided = () => rows<{ status: string }>('select status from review where id = $1', [reviewId])
    await expect.poll(decided).toEqual([{ status: 'Declined' }])
  })

  test('of an action for a family: the drawer stays, and it is done once', async ({ page, inbox }) => {
    const { robin, family, drawer } = await requestFilledIn(page)
    await endSessionsOf(robin)
    // What another sum would do is asked of the server, which knows nobody any more.
    await drawer.getByLabel('Amount').fill('46.00')
    await logInAgain(page, inbox, robin)
    await expect(drawer.getByLabel('Reason')).toHaveValue('For the camp')
    await expect(drawer.getByLabel('For', { exact: true })).toHaveValue('Music camp')
    await drawer.getByRole('button', { name: 'Request $46.00' }).click()
    await expect(page.getByText('$46.00 requested. Ottilie is notified.')).toBeVisible()
    const asked = await rows<{ amount: number }>(
      'select amount_due_minor::int as amount from payment_request where account_id = $1',
      [family.accountId],
    )
    expect(asked).toEqual([{ amount: 4600 }])
  })

  test('of an answer in a chat: it is sent, once', async ({ page, inbox }) => {
    const [robin, family] = [await newColleague('support'), await newFamily({ plans: [] })]
    const id = await chatOf(family.customerId)
    await openDeskAs(page, robin, `/chat/${id}`)
    await page.getByLabel('Your reply').fill('Yes, it can.')
    await endSessionsOf(robin)
    await page.keyboard.press('Control+Enter')
    await logInAgain(page, inbox, robin)
    await expect(page.getByLabel('Your reply')).toHaveValue('')
    const answers = await rows(
      "select 1 from conversation_message where conversation_id = $1 and author = 'Staff'",
      [id],
    )
    expect(answers).toHaveLength(1)
  })
})

test.describe('At two desks @long', () => {
  test('the same review shows who has it, and keeps the words of who comes second', async ({
    page,
    browser,
  }) => {
    const [robin, kim] = [await newColleague('operations'), await newColleague('operations')]
    const { reviewId } = await planToReview()
    await openDeskAs(page, robin, `/reviews/${reviewId}`)
    await expect(page.getByRole('button', { name: 'Take', exact: true })).toBeVisible()
    await page.keyboard.press('t')
    await expect(page.getByText('Taken by you')).toBeVisible()
    await page.keyboard.press('d')
    await expect(reasonField(page)).toBeFocused()
    await page.keyboard.type('Not on the list')

    const other = await browser.newPage({ baseURL: addresses().portal })
    await openDeskAs(other, kim, `/reviews/${reviewId}`)
    await expect(other.getByText(`Taken by ${robin.name}`)).toBeVisible()
    await other.keyboard.press('a')
    await expect(reasonField(other)).toBeFocused()
    await other.keyboard.type('Letter and list agree')
    await other.keyboard.press('Control+Enter')
    await expect(other.getByRole('status').getByText(/: approved\.$/)).toBeVisible()

    await page.keyboard.press('Control+Enter')
    await expect(
      page.getByText(new RegExp(`^${kim.name} approved this on .* while you were viewing it\\.$`)),
    ).toBeVisible()
    await expect(page.getByText('You wrote: “Not on the list”.')).toBeVisible()
    await other.close()
  })

  test('logging out in one tab logs the other one out', async ({ page, context }) => {
    const robin = await newColleague('support')
    await openDeskAs(page, robin, '/schools')
    const other = await context.newPage()
    await other.goto('/desk')
    await expect(other.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
    await page.getByRole('button', { name: 'Log out' }).click()
    await expect(page.getByRole('heading', { name: 'Log in to the desk' })).toBeVisible()
    await other.bringToFront()
    await expect(other.getByText('Your session has ended.')).toBeVisible({ timeout: 60_000 })
  })

  test('a role that is taken away meanwhile does nothing, and says so', async ({ page }) => {
    const { robin, family, drawer } = await requestFilledIn(page)
    await rows("update staff set role = 'support' where email = $1", [robin.email])
    await drawer.getByRole('button', { name: 'Request $45.00' }).click()
    await expect(drawer.getByRole('alert')).toBeVisible()
    await expect(drawer.getByLabel('Reason')).toHaveValue('For the camp')
    expect(await rows('select 1 from payment_request where account_id = $1', [family.accountId])).toEqual([])
  })
})

test('The desk is served with a policy that lets nobody else in @long', async ({ request }) => {
  const reply = await request.get('/desk')
  const policy = reply.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("script-src 'self';")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toMatch(/https?:|unsafe/)
  expect(reply.headers()['cache-control']).toBe('no-store')
})
