import type { TransactionDetails } from '#contract/transactions.ts'
import { cents, toDecimal, type Cents } from '#domain/money.ts'
import { hasArrived } from '#domain/payments.ts'
import { Refusal } from '#domain/refusal.ts'
import { surchargePercentage } from '#domain/payment-methods/surcharges.ts'
import type { Db } from '../../platform/database/open.ts'
import { referenceOf } from '../../books/payments/receipt.ts'
import { descriptionOf } from '../../books/payments/settle.ts'
import { attemptNote } from './note.ts'
import { dayOf } from './pending.ts'
import { sentenceOf } from './sentence.ts'
import {
  findTransaction,
  type PaymentOfTransaction,
  type TransactionFacts,
} from './transaction-details.store.ts'
import { toTransaction } from './transactions.ts'
import type { RowKey } from '../../platform/database/row-key.ts'

/** Refuses ids of other families and of rows that are no transactions. */
export async function findFacts(db: Db, key: RowKey): Promise<TransactionFacts> {
  const facts = await findTransaction(db, key)
  if (!facts?.entry && !facts?.payment) throw new Refusal('not_found')
  return facts
}

export async function readTransaction(
  db: Db,
  { customerId, ...key }: RowKey & { customerId: string },
): Promise<TransactionDetails> {
  const facts = await findFacts(db, key)
  const { entry, payment } = facts
  const isPayment = payment !== null && (!entry || entry.kind === 'Repayment')
  const { surcharge, total } = partsOf(facts, isPayment)
  return {
    ...rowOf(facts),
    sentence: sentenceOf(facts, customerId),
    source: payment?.methodName ?? null,
    surcharge:
      payment && surcharge > 0
        ? { amount: toDecimal(surcharge), percentage: surchargePercentage(payment.basisPoints) }
        : null,
    total: total === null ? null : toDecimal(total),
    reference: payment && referenceOf(payment),
    covers: isPayment
      ? payment.covers.map(({ date, amount, isExtra, isFee }) => ({
          date,
          amount: toDecimal(amount),
          ...(isExtra && { isExtra: true as const }),
          ...(isFee && { isFee: true as const }),
        }))
      : [],
    hasReceipt: paidPayment(facts) !== null,
  }
}

/** The amount paid or refunded, and the part of it that is surcharge and so not in the balance. */
function partsOf(
  { entry, payment, refund }: TransactionFacts,
  isPayment: boolean,
): { surcharge: Cents; total: Cents | null } {
  if (payment && isPayment) {
    return { surcharge: payment.surcharge, total: cents(payment.amount + payment.surcharge) }
  }
  if (refund && entry?.kind === 'Refund') {
    return { surcharge: cents(refund.amount + entry.amount), total: refund.amount }
  }
  return { surcharge: cents(0), total: null }
}

function rowOf(facts: TransactionFacts) {
  const { balance: _, ...row } = toTransaction(...standingOf(facts))
  return row
}

function standingOf({
  entry,
  payment,
  withdrawal,
  schoolPayment: onItsWay,
  region,
}: TransactionFacts): Parameters<typeof toTransaction> {
  if (entry) {
    const schoolPayment = onItsWay && { status: onItsWay.status, paidOn: onItsWay.paidOn }
    const withdrawalStatus = (entry.kind === 'Withdrawal' && withdrawal?.status) || null
    return [{ ...entry, withdrawalStatus, schoolPayment }, {}]
  }
  if (!payment) throw new Refusal('not_found')
  const row = {
    id: payment.id,
    amount: payment.amount,
    school: payment.school,
    description: descriptionOf(payment),
    date: dayOf({ ...payment, region }),
    withdrawalStatus: null,
    schoolPayment: null,
  }
  return payment.status === 'Failed'
    ? [row, { isFailed: true, note: attemptNote(payment) }]
    : [row, { isPending: true }]
}

/** The payment of a transaction once the money has arrived, whatever its later outcome. */
export function paidPayment({ entry, payment }: TransactionFacts): PaymentOfTransaction | null {
  return entry?.kind === 'Repayment' && payment && hasArrived(payment.status) ? payment : null
}
