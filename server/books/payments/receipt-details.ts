import { formatDate } from '#domain/calendar/calendar.ts'
import { cents } from '#domain/money.ts'
import { leftToPay } from '#domain/pay-now.ts'
import { tuitionYearName } from '#domain/plan/payment-schedule.ts'
import type { Db } from '../../platform/database/open.ts'
import type { PaidInstalment, ReceiptDetails } from '../../letters/messages/facts.ts'
import type { MessageFacts } from '../../letters/messages/message.ts'
import { maskedName } from '#domain/masking.ts'
import { findReceipt, keepDetails, type ReceiptRow } from './receipt-details.store.ts'
import type { RowKey } from '../../platform/database/row-key.ts'

/**
 * Shortens names for payers by link. A stranger may hold the link, and must not learn the account owner's name or the
 * students' full names.
 */
export async function readReceiptDetails(
  db: Db,
  key: RowKey,
  { isForGuest = false } = {},
): Promise<ReceiptDetails | undefined> {
  const row = await findReceipt(db, key)
  if (!row) return undefined
  const { customer, students } = row
  return {
    payerName: customer && !isForGuest ? fullName(customer) : null,
    students: students.map(isForGuest ? maskedName : fullName),
    instalment: instalmentOf(row),
    pays: paidInstalments(row),
    period: periodOf(row),
    credit: isForGuest || row.credit === 0 ? null : row.credit,
    stillToPay: stillToPayOf(row),
  }
}

const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`.trim()

function instalmentOf({ instalment }: ReceiptRow): string | null {
  if (!instalment) return null
  const { number, count, dueOn } = instalment
  return `${number} of ${count}, due ${formatDate(dueOn)}`
}

/** The position of the payment among those of its plan. */
export async function readInstalmentOf(db: Db, key: RowKey): Promise<ReceiptRow['instalment']> {
  return (await findReceipt(db, key))?.instalment ?? null
}

export async function readPaidInstalments(db: Db, key: RowKey): Promise<PaidInstalment[]> {
  const row = await findReceipt(db, key)
  return row ? paidInstalments(row) : []
}

/** The instalments that a payment outside the plan pays, by due date, and the fees. */
function paidInstalments({ covers }: ReceiptRow): PaidInstalment[] {
  const days = new Map<string, PaidInstalment>()
  for (const { dueOn, amount, total, isExtra, isFee } of covers) {
    const key = isExtra ? 'extra' : isFee ? 'fee' : dueOn
    const { amount: before, isPart } = days.get(key) ?? { amount: 0, isPart: false }
    const paid = { dueOn, amount: cents(before + amount), isPart: isPart || amount < total }
    days.set(key, {
      ...paid,
      ...(isExtra && { isExtra: true as const }),
      ...(isFee && { isFee: true as const }),
    })
  }
  return [...days.values()]
}

function periodOf({ instalment, periodName, region }: ReceiptRow): string | null {
  return instalment ? `School year ${tuitionYearName(instalment.tuitionYear, region)}` : periodName
}

function stillToPayOf({ request }: ReceiptRow): ReceiptDetails['stillToPay'] {
  const amount = request && leftToPay(request)
  return amount ? { amount, dueOn: request.dueOn } : null
}

/**
 * Returns the facts of a receipt that is sent now. Its details are read when it is first sent, so that recording a
 * payment does not have to collect them, and are stored with the message.
 */
export async function completeReceipt(
  db: Db,
  message: { id: string; accountId: string | null; facts: unknown },
): Promise<unknown> {
  const { accountId } = message
  const { paymentId, details } = message.facts as MessageFacts['Receipt']
  if (details || accountId === null) return message.facts
  const read = await readReceiptDetails(db, { accountId, id: paymentId })
  return read ? ((await keepDetails(db, message.id, read)) ?? message.facts) : message.facts
}
