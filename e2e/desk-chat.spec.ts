import { randomUUID } from 'node:crypto'
import { deskStaff, expectFits, openDesk } from './desk.ts'
import { expect, expectAccessible, test } from './journey.ts'
import { newFamily, newFamilyOf } from './new-family.ts'
import { rows } from './rows.ts'

/** A conversation that waits, a minute between its messages; every third is ours. */
async function writtenBy(customerId: string, texts: readonly string[]): Promise<string> {
  const id = randomUUID()
  await rows('insert into conversation (id, customer_id, created_at) values ($1, $2, now())', [
    id,
    customerId,
  ])
  await rows(
    `insert into conversation_message (conversation_id, id, author, author_id, body, created_at)
     select $1, gen_random_uuid(), case when number % 3 = 0 then 'Staff' else 'Customer' end,
       case when number % 3 = 0 then (select id from staff where email = $4) else $2::uuid end,
       text, now() - make_interval(mins => $5 - number::int)
     from unnest($3::text[]) with ordinality as said (text, number)`,
    [id, customerId, texts, deskStaff.support, texts.length],
  )
  return id
}

test.use({ hasTouch: true })

test.describe('Chat at the desk', () => {
  test('answers a family from a canned answer, which its facts fill in @long', async ({ page, inbox }) => {
    const family = await newFamily({ plans: [{ status: 'Current' }] })
    const id = await writtenBy(family.customerId, ['What is my next payment?'])
    await openDesk(page, 'support', `/chat/${id}`)
    await expect(page.getByRole('heading', { level: 1, name: family.name })).toBeVisible()
    await expect(page.getByRole('log').getByText('What is my next payment?')).toBeVisible()
    await expect(page.getByRole('complementary', { name: 'The family' })).toContainText('Next debit')
    await page.getByRole('button', { name: 'Use Next payment' }).click()
    const answer = page.getByLabel('Your reply')
    await expect(answer).toHaveValue(/^Hi Ottilie, your next payment is \$[\d,.]+\. It is taken on /)
    await expectAccessible(page)

    await test.step('what is written stays while another page is opened', async () => {
      const written = await answer.inputValue()
      await page.reload()
      await expect(answer).toHaveValue(written)
    })

    const mark = await inbox.mark()
    await answer.focus()
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('log').getByText(/^Priya Raman wrote: Hi Ottilie/)).toBeVisible()
    await expect(answer).toHaveValue('')
    expect((await inbox.next(family.email, 'email', mark)).text).toContain('Hi Ottilie')
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(page.getByText(/^Closed: Ottilie Marsh/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Reopen' })).toBeVisible()
  })

  test('is used on a phone: from Today to what they wrote, to the family and back, and answered @long', async ({
    page,
    inbox,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const family = await newFamilyOf(
      {
        firstName: 'Wilhelmina-Alexandrina Konstantinopoli',
        lastName: 'Featherstonehaugh-Cholmondeley-Majoribank',
      },
      { plans: [{ status: 'Current' }] },
    )
    const word = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk'.repeat(4)
    const said = Array.from({ length: 199 }, (_, index) => (index % 20 === 0 ? word : `Line ${index + 1}`))
    const id = await writtenBy(family.customerId, [...said, 'Can it wait until Friday?'])
    await openDesk(page, 'operations', '?topic=Chats')
    await page.getByRole('link').filter({ hasText: 'Can it wait until Friday?' }).first().tap()
    await expect(page).toHaveURL(`/desk/chat/${id}`)
    const log = page.getByRole('log')
    await expect(log.getByText('Can it wait until Friday?')).toBeInViewport()
    await expectFits(page)
    await expectAccessible(page)

    await test.step('the family is a tap away, and so is the way back', async () => {
      await page.getByRole('link', { name: /Majoribank family$/ }).tap()
      await expect(page.getByRole('region', { name: 'At a glance' })).toBeVisible()
      await expectFits(page)
      await expectAccessible(page)
      const first = page
        .getByRole('region', { name: 'Ledger' })
        .getByRole('button', { name: /^Explain/ })
        .first()
      await first.tap()
      await expect(page.getByText('Adds up to').first()).toBeVisible()
      await expectFits(page)
      await page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: /^Chat/ }).tap()
      await expect(page.getByRole('heading', { level: 1, name: 'Chat' })).toBeAttached()
      await expectFits(page)
      await expectAccessible(page)
      await page.getByRole('link').filter({ hasText: 'Can it wait until Friday?' }).tap()
    })

    const mark = await inbox.mark()
    await page.getByLabel('Your reply').fill('Yes, it can.')
    await page.getByRole('button', { name: /^Answer/ }).tap()
    await expect(log.getByText('Yes, it can.')).toBeInViewport()
    expect((await inbox.next(family.email, 'email', mark)).text).toContain('Yes, it can.')
    await page.getByRole('button', { name: 'More about this conversation' }).tap()
    await page.getByRole('menuitem', { name: 'Close' }).tap()
    await expect(page.getByText(/^Closed: Wilhelmina-Alexandrina/)).toBeVisible()
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page)
  })
})
