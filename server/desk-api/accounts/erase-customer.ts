import { eraseMessagesOf } from '../../people/retention/purge.ts'
import { cents } from '#domain/money.ts'
import { orNotFound, Refusal } from '#domain/refusal.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import { lockCredit } from '../../books/free-credit/free-credit.ts'
import { putInOutbox } from '../../letters/outbox/outbox.ts'
import { recordAction, type StaffActor } from '../../people/audit/staff-audit.ts'
import { listAccountsOf, type AccountOfPerson } from '../../people/retention/accounts-of-person.reads.ts'
import type { Effect } from '../../people/audit/effect.ts'
import { openMatters } from './closing.ts'
import { readOpenMatters } from './closing.store.ts'
import { countOpenDisputes, eraseAccounts, erasePerson, findPersonToErase } from './erase-customer.store.ts'

export type Erasure = { customerId: string }

/** No mail can reach this address (RFC 2606). */
const addressOf = (customerId: string) => `${customerId}@erased.invalid`

/**
 * Erases a customer's personal data. What the law requires stays: ledger, payments, consents and the audit trail, under
 * ids that lead to no name. A shared account stays as it is. Needs two people: see `server/desk-api/approvals`.
 */
export async function eraseCustomer(
  tx: Transaction,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  actor: StaffActor,
  { customerId }: Erasure,
): Promise<Effect> {
  const now = deps.clock()
  const person = orNotFound(await findPersonToErase(tx, customerId))
  const email = addressOf(customerId)
  if (person.email === email) throw new Refusal('not_possible')
  const accounts = await listAccountsOf(tx, customerId)
  const ownAccounts = accounts.filter(({ isShared }) => !isShared)
  for (const { id } of ownAccounts) await lockCredit(tx, id)
  const fields = Object.assign(
    {},
    ...(await Promise.all(ownAccounts.map((account) => unsettled(tx, account)))),
  )
  if (Object.keys(fields).length > 0) throw new Refusal('account_not_settled', { fields })

  await erasePerson(tx, { customerId, email })
  await eraseMessagesOf(tx, customerId)
  const methods = await eraseAccounts(tx, { accountIds: ownAccounts.map(({ id }) => id), now })
  for (const method of methods) await deps.jobs.enqueue(tx, 'detach-source', method)
  // The address is erased everywhere else now, and from the outbox a week later.
  await putInOutbox(tx, deps, {
    kind: 'CustomerErased',
    facts: { firstName: person.firstName, region: person.region },
    recipient: person.email,
    customerId: null,
  })
  const shortIds = ownAccounts.map(({ shortId }) => shortId).join(', ')
  await recordAction(tx, actor, {
    subjectId: customerId,
    action: 'CustomerErased',
    at: now,
    details: { accounts: shortIds },
  })
  return {
    accountId: null,
    summary: `Delete personal data of customer ${customerId}${shortIds === '' ? '' : `, with ${shortIds}`}`,
    amount: null,
    currency: null,
  }
}

/** What is left of plans and requests is cancelled when the account is closed. */
const nothing = { count: 0, amount: cents(0) }

/** The matters to settle before an account can become anonymous. A forgiven debt is written off. */
async function unsettled(tx: Transaction, { id, shortId, region, isOpen }: AccountOfPerson) {
  const matters = {
    ...(isOpen && { account: 'It is still open. Close it first.' }),
    ...openMatters(
      { ...(await readOpenMatters(tx, id)), toCollect: nothing, requested: nothing },
      region,
      false,
    ),
    ...((await countOpenDisputes(tx, id)) > 0 && {
      disputes: 'A payment is disputed. Wait for the outcome.',
    }),
  }
  return Object.fromEntries(Object.entries(matters).map(([name, problem]) => [`${shortId} ${name}`, problem]))
}
