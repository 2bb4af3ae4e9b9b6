import { dateIn } from '#domain/calendar/calendar.ts'
import { refundableCredit } from '#domain/free-credit.ts'
import { suspenseEntry } from '#domain/ledger.ts'
import { cents } from '#domain/money.ts'
import { orNotFound, Refusal } from '#domain/refusal.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import { findPayeeState, readSuspense } from './deposit-matches.reads.ts'
import { lockDeposit, putBack, type DepositKey } from './deposits.store.ts'
import type { BasicDeps, Deps } from '../../platform/deps.ts'
import { readFreeCredit, lockCredit } from '../free-credit/free-credit.ts'
import { postCompanyEntry } from '../ledger/ledger.ts'
import { entryRow } from '../ledger/entry-row.ts'
import { lockForReturn, takePaymentBack, writeChanges } from '../payments/returns.ts'
import { recordAction, type StaffActor } from '../../people/audit/staff-audit.ts'
import { findAssigned, type AssignedDeposit } from './take-deposit-back.store.ts'

/**
 * Takes a deposit back from a family that staff assigned it to by mistake: what it paid is owing again, and the deposit
 * returns to suspense. Once the school has the money or the family has used it, staff have to settle the matter by
 * hand.
 */
export async function takeDepositBack(deps: Deps, actor: StaffActor, name: DepositKey): Promise<void> {
  const now = deps.clock()
  await deps.db.transaction(async (tx) => {
    const deposit = orNotFound(await lockDeposit(tx, name))
    if (deposit.accountId === null || deposit.paymentId === null) throw new Refusal('already_decided')
    await lockCredit(tx, deposit.accountId)
    const payment = await lockForReturn(tx, { accountId: deposit.accountId, id: deposit.paymentId })
    const assigned = await findAssigned(tx, name)
    if (!payment || !assigned) throw new Error('A deposit has lost its payment')
    const why = await whyNotTakeBack(tx, assigned, now)
    if (why !== null) throw new Refusal('cannot_be_undone', { values: { why } })
    const entry = entryRow(suspenseEntry(deposit.amount, 'BPAY deposit taken back from a family'))
    await postCompanyEntry(tx, entry, { causeId: null, postedOn: dateIn('AU', now), now })
    await putBack(tx, name, entry.id)
    await recordAction(tx, actor, {
      subjectId: payment.accountId,
      action: 'DepositTakenBack',
      at: now,
      details: { paymentId: payment.id, amountMinor: String(payment.amount), ...name },
    })
    const back = await takePaymentBack(tx, payment, {
      providerRefundId: `deposit:${payment.id}`,
      description: 'BPAY deposit of another family, taken back',
      now,
    })
    await writeChanges(tx, deps, payment, [back])
  })
}

/** Returns why the deposit cannot be taken back: the school or the family may have the money already. */
async function whyNotTakeBack(
  db: Db | Transaction,
  deposit: AssignedDeposit,
  now: Date,
): Promise<string | null> {
  if (!deposit.wasInSuspense) return 'The family’s own reference was on it, so it was not assigned by hand.'
  if (deposit.isPassedOn) return 'The money was passed on to the school.'
  const credit = await readFreeCredit(db, { accountId: deposit.accountId, now })
  return refundableCredit(credit, deposit.paymentId) < deposit.amount
    ? 'The family has used or withdrawn the money.'
    : null
}

/** Returns the effect of taking a deposit back, without changing anything. */
export async function previewTakeBack({ db, clock }: BasicDeps, name: DepositKey) {
  const assigned = orNotFound(await findAssigned(db, name))
  const { accountId, amount } = assigned
  const payee = await findPayeeState(db, accountId)
  if (!payee) throw new Error('A deposit belongs to no account')
  const held = await readSuspense(db)
  return {
    accountId,
    shortId: payee.shortId,
    familyName: payee.familyName,
    amount,
    balance: { now: payee.balance, after: cents(payee.balance - amount) },
    suspense: { now: held, after: cents(held + amount) },
    whyNot: await whyNotTakeBack(db, assigned, clock()),
  }
}
