import { randomUUID } from 'node:crypto'
import { openDesk } from './desk.ts'
import { expect, expectAccessible, test } from './journey.ts'
import { newFamily } from './new-family.ts'
import { rows } from './rows.ts'

test.describe('Chat at the desk', () => {
  test('answers a family from a canned answer, which its facts fill in', async ({ page, inbox }) => {
    const family = await newFamily({ plans: [{ status: 'Current' }] })
    const id = randomUUID()
    await rows('insert into conversation (id, customer_id, created_at) values ($1, $2, now())', [
      id,
      family.customerId,
    ])
    await rows(
      `insert into conversation_message (conversation_id, id, author, author_id, body, created_at)
       values ($1, gen_random_uuid(), 'Customer', $2, 'What is my next payment?', now())`,
      [id, family.customerId],
    )
    await openDesk(page, 'support', `/chat/${id}`)
    await expect(page.getByRole('heading', { level: 1, name: family.name })).toBeVisible()
    await expect(page.getByRole('log').getByText('What is my next payment?')).toBeVisible()
    await expect(page.getByRole('complementary', { name: 'The family' })).toContainText('Next debit')
    await page.getByRole('button', { name: 'Use Next payment' }).click()
    const answer = page.getByLabel('Your answer')
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
})
