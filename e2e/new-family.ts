import { randomUUID } from 'node:crypto'
import { uniqueConstraint, type Transaction } from '#server/platform/database/open.ts'
import type { ProductChangeStatus } from '#domain/switch-account.ts'
import type { Account } from '#tools/demo/account.ts'
import { encryptBankDetails } from '#tools/demo/bank-details.ts'
import { bank, card, deposit, only } from '#tools/demo/families/payment-methods.ts'
import { toIdentify as unidentified } from '#tools/demo/families/switch-and-identity.ts'
import { insertFamily, type Family } from '#tools/demo/family.ts'
import { encryptLinks } from '#tools/demo/request-links.ts'
import { mobileOf } from '#tools/demo/people.ts'
import { schools } from '#tools/demo/schools.ts'
import type { Customer } from './customers.ts'
import { database } from './database.ts'
import { serverConfig } from './server-config.ts'

/**
 * A family of a journey's own, written like those of the demo: what the journey does to it is nothing to another.
 * Payment methods that live at the provider have to be added by the journey itself.
 */
export function newFamily(...accounts: [Account, ...Account[]]): Promise<Customer> {
  return newFamilyOf({}, ...accounts)
}

type About = Pick<Family, 'birthDate' | 'address' | 'previousAddress'> &
  Partial<Pick<Family, 'firstName' | 'lastName'>>

/** The same, where something about the parent matters: a name, a date of birth, where they live or have lived. */
export async function newFamilyOf(parent: About, ...accounts: [Account, ...Account[]]): Promise<Customer> {
  for (;;) {
    const family = await database()
      .transaction((tx) => insertMarsh(tx, { ...parent, accounts }))
      .catch(unlessNumberTaken)
    if (!family) continue
    // A bank account without its numbers would hold up the payouts of every other journey.
    const deps = { db: database(), config: await serverConfig() }
    await encryptBankDetails(deps)
    await encryptLinks(deps)
    return family
  }
}

async function insertMarsh(
  tx: Transaction,
  { firstName = 'Ottilie', lastName = 'Marsh', ...described }: About & Pick<Family, 'accounts'>,
): Promise<Customer> {
  const email = `journey-${randomUUID().slice(0, 8)}@demo.example`
  const { region } = schools[described.accounts?.[0]?.school ?? 'Wattle Grove College']
  const mobile = mobileOf(region, email)
  const inserted = await insertFamily(tx, { email, firstName, lastName, mobile, ...described }, new Date())
  const accountId = inserted.accounts[0]?.id ?? ''
  const { customerId } = inserted
  return { customerId, accountId, email, mobile, firstName, name: `${firstName} ${lastName}` }
}

/** The number of an account follows from the address, and there are few enough for two to be the same. */
function unlessNumberTaken(error: unknown): undefined {
  if (uniqueConstraint(error) !== 'account_short_id_key') throw error
}

/** No payment method yet, and these to choose from. */
export function toAdd(...kinds: ('card' | 'bank' | 'bpay')[]): Account {
  return { sources: [], ...only(...kinds.map((kind) => ({ card, bank, bpay: deposit })[kind])) }
}

/** Everything is set up but the proof of who they are; `identityChecks` says what was tried before. */
export const toIdentify = (more: Account = {}): Account => ({ ...unidentified, ...more })

/** Pays as it goes, and is on its way to instalments. */
export function switching(status: ProductChangeStatus, more: Account = {}): Account {
  return { productType: 'Pay', productChange: { status }, ...more }
}
