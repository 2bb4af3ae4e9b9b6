import { coversOf, takenOff, type Cover, type ReturnOutcome } from '#domain/charges.ts'
import { dishonourFeeEntry } from '#domain/ledger.ts'
import { cents, sumOf, type Cents } from '#domain/money.ts'
import type { Currency } from '#domain/region.ts'
import { productsPaidAhead } from '#domain/remittances.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { RowKey } from '../../platform/database/row-key.ts'
import { postEntry } from '../ledger/ledger.ts'
import {
  addPassedOn,
  addReturned,
  changeCovers,
  decideReturned,
  deleteReturned,
  deleteWaivers,
  findAhead,
  findCreditOf,
  findPayable,
  freeFromExtras,
  insertCovers,
  insertFee,
  insertOneOff,
  insertReturned,
  insertWaivers,
  listCoveredAhead,
  listExtrasOnTheirWay,
  listReturned,
  listSettled,
  type NewFee,
  type PayableCharge,
  type PayableCharges,
  type ReturnedCover,
  type Waiver,
} from './charges.store.ts'

/**
 * Decides what a payment is for, in the transaction that records it: its amount is reserved for the charges that it may
 * pay. What a payer sends to a school beyond them is a charge of its own; of any other payment, and where we have paid
 * the school ahead, the rest is the family's credit. The caller has locked the account. Returns what it pays of them, and the credit.
 */
export async function coverCharges(
  tx: Transaction,
  payment: RowKey,
  now: Date,
): Promise<{ covered: Cents; credit: Cents }> {
  const payable = await findPayable(tx, payment, now)
  if (!payable) throw new Error('A payment has vanished')
  const covers = coversOf(payable.left, payable.charges)
  await payInstead(tx, payment, covers, now)
  if (covers.length > 0) await insertCovers(tx, payment, covers)
  const covered = sumOf(covers)
  const rest = cents(payable.left - covered - (payable.isExtra ? await reserveAhead(tx, payment) : 0))
  const unasked = cents(Math.min(rest, unaskedOf(payable)))
  if (unasked > 0) await insertOneOff(tx, payment, unasked, now)
  return { covered, credit: cents(rest - unasked) }
}

/** A payment takes the place of one about which a bank has yet to decide. */
async function payInstead(
  tx: Transaction,
  { accountId }: RowKey,
  covers: readonly (Cover & Pick<PayableCharge, 'heldBy'>)[],
  now: Date,
): Promise<void> {
  for (const { chargeId, amount, heldBy } of covers) {
    if (heldBy === null) continue
    const less = { chargeId, settled: 0, reserved: 0 - amount }
    await changeCovers(tx, { accountId, id: heldBy }, [less], now)
  }
}

/** Reserves what is left of an extra payment for payments to come, so that they are not collected as well. */
async function reserveAhead(tx: Transaction, payment: RowKey): Promise<Cents> {
  const covers = coversOf(await findCreditOf(tx, payment), await findAhead(tx, payment))
  if (covers.length > 0) await insertCovers(tx, payment, covers)
  return sumOf(covers)
}

/**
 * Has the payments to come of a plan replaced, and reserves the new ones for the extra payments that are on their way.
 * The caller has locked the account.
 */
export async function replaceAhead(
  tx: Transaction,
  { accountId, planId }: { accountId: string; planId: string },
  replace: () => Promise<void>,
): Promise<void> {
  await freeFromExtras(tx, accountId, planId)
  await replace()
  for (const payment of await listExtrasOnTheirWay(tx, accountId, planId)) await reserveAhead(tx, payment)
}

/**
 * Frees payments to come from an extra payment that has arrived: its plan is to have it instead, and first what has
 * become overdue meanwhile. Returns how much is left for the plan.
 */
export async function freeWhatIsAhead(tx: Transaction, payment: RowKey, now: Date): Promise<Cents> {
  const settledBy = (covers: readonly Cover[], sign: 1 | -1) =>
    covers.map(({ chargeId, amount }) => ({ chargeId, settled: sign * amount, reserved: 0 }))
  await changeCovers(tx, payment, settledBy(await listCoveredAhead(tx, payment, now), -1), now)
  const payable = await findPayable(tx, payment, now)
  const overdue = payable ? coversOf(payable.left, payable.charges) : []
  await payInstead(tx, payment, overdue, now)
  await changeCovers(tx, payment, settledBy(overdue, 1), now)
  return findCreditOf(tx, payment)
}

/**
 * How much a payment may send to its school unasked: by a request of the school what exceeds it, by one for arrears
 * nothing, otherwise any amount, unless we have paid that school ahead.
 */
function unaskedOf({ kind, request, isForPlan, isExtra, productType, left }: PayableCharges): Cents {
  if (isForPlan || isExtra || (kind !== 'Early' && kind !== 'Guest')) return cents(0)
  if (request !== null) return request.isArrears ? cents(0) : request.excess
  return productsPaidAhead.includes(productType) ? cents(0) : left
}

/** What becomes of charges whose money went back, and how much of what is waived is in the family's book. */
export type TakenBack = { askedAgain: Cents; waived: Cents; inBook: Cents }

/**
 * Notes what a school has got of payments that are gone from a plan with those that are left, so that it does not get it
 * a second time. The caller has locked the account.
 */
export async function carryPassedOn(
  tx: Transaction,
  plan: { accountId: string; planId: string },
  amount: Cents,
): Promise<void> {
  if (amount > 0) await addPassedOn(tx, plan, amount)
}

type Back = { payment: RowKey; causeId: string; now: Date }

/**
 * Takes the family's share of money that went back off the payment: first off its credit, then off its covers, the last
 * one first. The family is asked again for what they paid, or it is waived; while a bank decides (`null`), it stays
 * reserved, and nobody is asked.
 */
export async function takeBack(
  tx: Transaction,
  { payment, causeId, now }: Back,
  { share, outcome }: { share: Cents; outcome: ReturnOutcome | null },
): Promise<TakenBack> {
  const credit = await findCreditOf(tx, payment)
  await addReturned(tx, payment, share)
  const covers = takenOff(cents(Math.max(0, share - credit)), await listSettled(tx, payment, now))
  if (covers.length === 0) return { askedAgain: cents(0), waived: cents(0), inBook: cents(0) }
  const returned = covers.map(({ isForgotten, isAhead, ...cover }) => {
    // What is not due yet is collected on its day, whatever the bank decides.
    const decided = outcome ?? (isAhead ? 'AskAgain' : null)
    return { ...cover, outcome: decided !== null && isForgotten ? ('Waive' as const) : decided }
  })
  await insertReturned(tx, payment, causeId, returned)
  const changes = returned.map(({ chargeId, amount, outcome: becomes }) => ({
    chargeId,
    settled: 0 - amount,
    reserved: becomes === null ? amount : 0,
  }))
  await changeCovers(tx, payment, changes, now)
  const waived = returned.filter((cover) => cover.outcome === 'Waive')
  return {
    askedAgain: sumOf(returned.filter((cover) => cover.outcome === 'AskAgain')),
    waived: sumOf(waived),
    inBook: await waiveReturned(tx, { payment, causeId, now }, waived),
  }
}

async function waiveReturned(
  tx: Transaction,
  { payment, causeId, now }: Back,
  covers: readonly Cover[],
): Promise<Cents> {
  const parts = covers.filter(({ amount }) => amount > 0)
  return waive(tx, { accountId: payment.accountId, parts, reason: 'Refund', causeId, now })
}

/** A bank has decided against us: the family is asked again for what the payment paid. */
export async function askAgain(tx: Transaction, { payment, causeId, now }: Back): Promise<void> {
  const undecided = (await listReturned(tx, payment.accountId, causeId)).filter(
    ({ outcome }) => outcome === null,
  )
  await decideReturned(tx, payment.accountId, causeId)
  const changes = undecided.map(({ chargeId, amount }) => ({ chargeId, settled: 0, reserved: 0 - amount }))
  await changeCovers(tx, payment, changes, now)
  await waiveReturned(
    tx,
    { payment, causeId, now },
    undecided.filter(({ isForgotten }) => isForgotten),
  )
}

/**
 * Money has come back to us: it pays again what it paid before. What the family has paid another way meanwhile is its
 * credit.
 */
export async function putBack(
  tx: Transaction,
  { payment, causeId, now }: Back,
  { share }: { share: Cents },
): Promise<void> {
  const returned = await listReturned(tx, payment.accountId, causeId)
  await addReturned(tx, payment, 0 - share)
  await deleteReturned(tx, payment.accountId, causeId)
  await deleteWaivers(tx, { accountId: payment.accountId, causeId }, now)
  await changeCovers(tx, payment, returned.flatMap(paidAgain), now)
}

function paidAgain({ chargeId, amount, outcome, open }: ReturnedCover) {
  if (outcome === null) return [{ chargeId, settled: amount, reserved: 0 - amount }]
  if (outcome === 'Waive') return [{ chargeId, settled: amount, reserved: 0 }]
  const settled = Math.min(amount, open)
  return settled > 0 ? [{ chargeId, settled, reserved: 0 }] : []
}

/** Charges a fee of ours for a returned debit, which the family is asked for by a request. */
export async function chargeFee(
  tx: Transaction,
  { institutionId, currency, debitId, ...fee }: NewFee & Returned,
): Promise<void> {
  const { accountId, amount, dueOn: postedOn, now } = fee
  await insertFee(tx, fee)
  const about = { accountId, institutionId, currency, postedOn, causeId: debitId, now }
  await postEntry(tx, dishonourFeeEntry(amount), about)
}

/** The debit that its bank has returned. */
type Returned = { institutionId: string; currency: Currency; debitId: string | null }

/** Has nobody asked any more for parts of charges. Returns how much of them is in the family's book. */
export async function waive(
  tx: Transaction,
  { accountId, parts, ...waiver }: Waiver & { accountId: string; parts: readonly Cover[]; now: Date },
): Promise<Cents> {
  return parts.length === 0 ? cents(0) : insertWaivers(tx, accountId, parts, waiver)
}
