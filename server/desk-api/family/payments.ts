import type { FamilyPayments } from '#contract/staff-family-records.ts'
import { dateIn } from '#domain/calendar/calendar.ts'
import { tryName } from '#domain/family-ledger.ts'
import { toDecimal } from '#domain/money.ts'
import type { BasicDeps } from '../../platform/deps.ts'
import { recordView, type Viewer } from '../../people/audit/staff-audit.ts'
import { requireAccount } from './family.store.ts'
import {
  countFamilyPayments,
  listFamilyPayments,
  type FamilyPaymentRow,
  type PaymentFilter,
} from './payments.store.ts'
import { cutPage, fromTimeCursor, type FamilyPageQuery } from './time-cursor.ts'

/** The payments of a family, whatever their outcome. */
export async function showPayments(
  { db, clock }: BasicDeps,
  viewer: Viewer,
  { accountId, filter, cursor, limit }: FamilyPageQuery<PaymentFilter>,
): Promise<FamilyPayments> {
  const account = await requireAccount(db, accountId)
  const after = fromTimeCursor(cursor)
  const candidates = await listFamilyPayments(db, accountId, { filter, after, limit: limit + 1 })
  const { rows, nextCursor } = cutPage(candidates, limit, ({ createdAt, id }) => ({ at: createdAt, id }))
  await recordView({ db, clock }, viewer, { subjectIds: [accountId], action: 'PaymentsListed' })
  return {
    region: account.region,
    counts: await countFamilyPayments(db, accountId),
    payments: rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      date: row.paidOn ?? dateIn(account.region, row.createdAt),
      name: paymentNameOf(row),
      methodName: row.methodName ?? row.offlineManner,
      status: row.status,
      providerId: row.providerId,
      amount: toDecimal(row.amount),
      surcharge: toDecimal(row.surcharge),
      refunded: toDecimal(row.refunded),
    })),
    nextCursor,
  }
}

const kindNames: Record<FamilyPaymentRow['kind'], string> = {
  Instalment: 'Payment of the plan',
  Early: 'Extra payment',
  Guest: 'Payment by link',
  Deposit: 'BPAY payment',
  Offline: 'Offline payment',
}

/** "Payment 22 of 24", or "Payment 21, third try" if the first try failed. */
export function paymentNameOf({
  kind,
  place,
  attempt,
}: Pick<FamilyPaymentRow, 'kind' | 'place' | 'attempt'>): string {
  if (kind !== 'Instalment' || !place || place.isExtra) return kindNames[kind]
  return place.tries > 1 || attempt > 1
    ? `Payment ${place.number}, ${tryName(attempt).toLowerCase()}`
    : `Payment ${place.number} of ${place.count}`
}
