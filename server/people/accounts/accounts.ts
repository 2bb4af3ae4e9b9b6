import type { Account } from '#contract/accounts.ts'
import type { AccountSetupStatus } from '#domain/accounts.ts'
import { dateIn } from '#domain/calendar/calendar.ts'
import { nextPayment } from '#domain/plan/next-payment.ts'
import { orNotFound, Refusal } from '#domain/refusal.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import { configOf, identityOf, paymentSummaryOf } from './account-facts.ts'
import {
  findClosedAt,
  findContribution,
  findSetupStatus,
  listAccountFacts,
  lockRow,
} from './accounts.store.ts'

type AccountsDeps = { db: Db; clock: Clock }

export async function listAccountsOfCustomer(
  { db, clock }: AccountsDeps,
  customerId: string,
): Promise<Account[]> {
  const [accounts, contribution] = await Promise.all([
    listAccountFacts(db, customerId),
    findContribution(db, customerId),
  ])
  const now = clock()
  return accounts.map(({ facts, payments }) => {
    const money = paymentSummaryOf(facts, nextPayment(payments, dateIn(facts.region, now)))
    return {
      ...identityOf(facts),
      ...money,
      nextRepaymentDate: money.nextRepayment?.date ?? null,
      config: configOf(facts, now),
      voluntaryContribution: contribution ?? null,
    }
  })
}

export async function setupStatusOf({ db }: AccountsDeps, accountId: string): Promise<AccountSetupStatus> {
  return orNotFound(await findSetupStatus(db, accountId))
}

/**
 * Serialises transactions that change what belongs to an account: the second waits here until the first has ended.
 * Others can still add rows that refer to the account.
 */
export async function lockAccount(tx: Transaction, accountId: string): Promise<void> {
  await lockRow(tx, accountId)
}

/** The caller has locked the account. */
export async function refuseClosedAccount(tx: Transaction, accountId: string): Promise<void> {
  if (await findClosedAt(tx, accountId)) throw new Refusal('account_closed')
}
