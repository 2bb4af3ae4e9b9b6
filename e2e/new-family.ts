import { randomUUID } from 'node:crypto'
import { openDatabase } from '#server/database/open.ts'
import type { Account } from '#tools/demo/account.ts'
import { insertFamily } from '#tools/demo/family.ts'
import { mobileOf } from '#tools/demo/people.ts'
import type { Customer } from './customers.ts'
import { addresses } from './stack.ts'

/**
 * A family of a journey's own, written like those of the demo: what the journey does to it is nothing to another.
 * Payment methods that live at the provider have to be added by the journey itself.
 */
export async function newFamily(account: Account): Promise<Customer> {
  const email = `journey-${randomUUID().slice(0, 8)}@demo.example`
  const [firstName, lastName] = ['Ottilie', 'Marsh']
  const mobile = mobileOf('AU', email)
  const db = openDatabase(addresses().database, { connections: 1 })
  try {
    const { customerId, accounts } = await db.transaction((tx) =>
      insertFamily(tx, { email, firstName, lastName, mobile, accounts: [account] }, new Date()),
    )
    const accountId = accounts[0]?.id ?? ''
    return { customerId, accountId, email, mobile, firstName, name: `${firstName} ${lastName}` }
  } finally {
    await db.close()
  }
}

const card = ['PaymentCard', 'PaymentCard'] as const
const bank = ['AuBankAccount', 'BankAccount'] as const
const bpay = ['AuCustomerDeposit', 'CustomerDeposit'] as const

/** No payment method yet, and these to choose from. */
export function toAdd(...kinds: ('card' | 'bank' | 'bpay')[]): Account {
  const methods = kinds.map((kind) => ({ card, bank, bpay })[kind])
  return {
    sources: [],
    regionalMethods: methods.map(([regional]) => regional),
    portalMethods: methods.map(([, portal]) => portal),
  }
}
