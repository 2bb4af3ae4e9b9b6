import { withinSentence } from '#domain/payment-methods/payment-methods.ts'
import type { StaffBankAccount } from '#contract/staff-payouts.ts'
import { writeToMembers } from '../../people/account-letters/account-letters.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { BasicDeps, Deps, LetterDeps } from '../../platform/deps.ts'
import { onTheWire } from '../../platform/http/on-the-wire.ts'
import type { BankNumbers } from '../../platform/encryption/bank-numbers.ts'
import type { Effect } from '../../people/audit/effect.ts'
import {
  storeBankAccount,
  markVerified,
  readBankAccounts,
  removeBankAccount,
  removeUnverified,
  type StoredBankAccount,
} from '../../books/withdrawals/bank-accounts.ts'
import { recordAction, recordView, type Viewer, type StaffActor } from '../../people/audit/staff-audit.ts'

export async function showBankAccounts(
  { db, clock }: BasicDeps,
  viewer: Viewer,
  accountId: string,
): Promise<StaffBankAccount[]> {
  const accounts = await readBankAccounts(db, accountId)
  await recordView({ db, clock }, viewer, { subjectIds: [accountId], action: 'BankAccountsListed' })
  return accounts.map((account) => onTheWire(account))
}

/** Saves a bank account that no family can choose until a second person has verified it. */
export async function addBankAccount(
  tx: Transaction,
  deps: Pick<Deps, 'config' | 'clock'>,
  accountId: string,
  { holder, bsb, accountNumber }: BankNumbers & { holder: string },
): Promise<StaffBankAccount> {
  return onTheWire(await storeBankAccount(tx, deps, accountId, { holder, bsb, accountNumber }))
}

export async function verifyBankAccount(
  tx: Transaction,
  deps: LetterDeps,
  actor: StaffActor,
  { accountId, bankAccountId }: { accountId: string; bankAccountId: string },
): Promise<Effect> {
  const account = await markVerified(tx, deps, { accountId, id: bankAccountId })
  await recordAndNotify(tx, deps, actor, account, 'Added')
  const summary = `Withdrawals may go to ${withinSentence(account.displayName)} of ${account.holder}`
  return { accountId, summary, amount: null, currency: null }
}

/** Removes an unverified bank account, of which nobody was notified. It may have been removed meanwhile. */
export async function dropUnverified(
  tx: Transaction,
  deps: Pick<Deps, 'clock'>,
  { accountId, bankAccountId }: { accountId: string; bankAccountId: string },
): Promise<void> {
  await removeUnverified(tx, deps, { accountId, id: bankAccountId })
}

export async function removePayoutBankAccount(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs'>,
  actor: StaffActor,
  { accountId, bankAccountId }: { accountId: string; bankAccountId: string },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const account = await removeBankAccount(tx, deps, { accountId, id: bankAccountId })
    await recordAndNotify(tx, deps, actor, account, 'Removed')
  })
}

/** An unnoticed change of the payout account would allow theft, so it is audited and all members get a letter. */
async function recordAndNotify(
  tx: Transaction,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  actor: StaffActor,
  { accountId, id, holder, displayName, accountNumber }: StoredBankAccount,
  status: 'Added' | 'Removed',
): Promise<void> {
  await recordAction(tx, actor, {
    subjectId: accountId,
    action: `BankAccount${status}`,
    at: deps.clock(),
    details: { bankAccountId: id, bankAccount: displayName, holder },
  })
  await writeToMembers(tx, deps, accountId, ({ firstName, region, shortId }) => ({
    kind: 'BankAccountChanged',
    facts: { firstName, region, shortId, last4: accountNumber.slice(-4), status, payableFrom: null },
  }))
}
