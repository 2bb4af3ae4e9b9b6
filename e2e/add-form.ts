import type { Page } from '@playwright/test'
import type { SourceToAdd } from '#contract/payment-methods.ts'
import { expect, expectSaid } from './journey.ts'
import { rows } from './rows.ts'

/** The form in which a payment method is added, as a parent finds their way in it. */
export function addForm(page: Page) {
  const form = page.getByRole('form', { name: 'Add payment method' })
  const group = form.getByRole('radiogroup', { name: 'Payment method' })
  return {
    form,
    choices: group.getByRole('radio'),
    choice: (name: string) => group.getByRole('radio', { name, exact: true }),
    holder: form.getByLabel('Account holder name'),
    bsb: form.getByLabel('BSB'),
    accountNumber: form.getByLabel('Account number'),
    tick: form.getByRole('checkbox'),
    alert: form.locator('.alert'),
    save: form.getByRole('button', { name: 'Save' }),
    cancel: form.getByRole('button', { name: 'Cancel' }),
  }
}

export const addButton = (page: Page) => page.getByRole('button', { name: 'Add payment method' })
export const methodRow = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

export async function expectAdded(page: Page, name: string): Promise<void> {
  await expect(methodRow(page, name)).toBeVisible()
  await expectSaid(page, 'Your payment method has been updated')
}

type Saved = { name: string; type: string; holder: string; isDefault: boolean; isActive: boolean }

/** What is saved, oldest first. */
export const savedMethods = (accountId: string) =>
  rows<Saved>(
    `select display_name as name, type, holder_name as holder, is_default as "isDefault",
       is_preferred as "isActive"
     from repayment_source where account_id = $1 and status <> 'Removed' order by created_at`,
    [accountId],
  )

/** A call to add, made from the page but past its form. */
export async function sendPastForm(
  page: Page,
  accountId: string,
  body: SourceToAdd | object,
): Promise<{ status: number; code?: string; msg?: string }> {
  return page.evaluate(
    async ([path, sent]) => {
      const token = localStorage.getItem('larkwell.token')
      const reply = await fetch(path, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: sent,
      })
      return { status: reply.status, ...((await reply.json()) as { code?: string; msg?: string }) }
    },
    [`/api/portal/customer/account/${accountId}/repayment-sources`, JSON.stringify(body)] as const,
  )
}

/** As if time had passed: a family may not open so many card forms in ten minutes as a journey needs. */
export const passTime = (accountId: string) =>
  rows(`delete from rate_limit where key = $1 or starts_with(key, $2)`, [
    `add-source:${accountId}`,
    `card-form:${accountId} `,
  ])
