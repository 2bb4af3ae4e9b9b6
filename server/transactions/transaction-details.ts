import type { TransactionDetails } from '#contract/transactions.ts'
import { cents, toDecimal, type Cents } from '#domain/money.ts'
import { hasArrived } from '#domain/payments.ts'
import { Refusal } from '#domain/refusal.ts'
import { surchargePercentage } from '#domain/payment-methods/surcharges.ts'
import type { Db } from '../database/open.ts'
import { referenceOf } from '../payments/receipt.ts'
import { descriptionOf } from '../payments/settle.ts'
import { isUuid } from './cursor.ts'
import { dayOf } from './pending.ts'
import { sentenceOf } from './sentence.ts'
import { findTransaction, type PaymentFacts, type TransactionFacts } from './transaction-details.store.ts'
import { toTransaction } from './transactions.ts'

type Key = { accountId: string; id: string }

/** Of another family's, and of what is no transaction, nothing is known here. */
export async function findFacts(db: Db, key: Key): Promise<TransactionFacts> {
  const facts = isUuid(key.id) ? await findTransaction(db, key) : undefined
  if (!facts?.entry && !facts?.payment) throw new Refusal('not_found')
  return facts
}

export async function readTransaction(
  db: Db,
  { customerId, ...key }: Key & { customerId: string },
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
    covers: isPayment ? payment.covers.map(({ date, amount }) => ({ date, amount: toDecimal(amount) })) : [],
    hasReceipt: paidPayment(facts) !== null,
  }
}

/** What the payer paid or got back, and how much of that is surcharge and so not in the balance. */
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

function rowOf({ entry, payment, withdrawal, region }: TransactionFacts) {
  if (entry) {
    const withdrawalStatus = (entry.kind === 'Withdrawal' && withdrawal?.status) || null
    return toTransaction({ ...entry, withdrawalStatus }, false)
  }
  if (!payment) throw new Refusal('not_found')
  const { id, amount, school } = payment
  const description = descriptionOf(payment)
  const date = dayOf({ ...payment, region })
  return toTransaction({ id, amount, school, description, date, withdrawalStatus: null }, true)
}

/** The payment of a transaction that is one, once the money has come; whatever became of it later. */
export function paidPayment({ entry, payment }: TransactionFacts): PaymentFacts | null {
  return entry?.kind === 'Repayment' && payment && hasArrived(payment.status) ? payment : null
}
