import { dateIn, formatDate, type CalendarDate } from '#domain/calendar/calendar.ts'
import { cents } from '#domain/money.ts'
import { withinSentence } from '#domain/payment-methods/payment-methods.ts'
import type { Region } from '#domain/region.ts'
import type { StatementStanding } from '../../letters/documents/statement-standing.ts'
import { balancePartsOf } from '../../books/free-credit/balance-parts.ts'
import type { Db } from '../../platform/database/open.ts'
import { pendingRows } from '../transactions/pending.ts'
import { findStanding, type OverdueRow, type StandingRow, type WithdrawalOnItsWay } from './standing.store.ts'

/** The standing of an account on the day of its statement; undefined if there is nothing to report. */
export async function readStanding(
  db: Db,
  accountId: string,
  { region, now }: { region: Region; now: Date },
): Promise<StatementStanding | undefined> {
  const today = dateIn(region, now)
  const row = await findStanding(db, { accountId, today, now })
  return row && standingOf(row, today)
}

function standingOf(row: StandingRow, today: CalendarDate): StatementStanding {
  const { region, balance, credit } = row
  return {
    balance,
    parts: credit ? balancePartsOf({ ...row, ...credit }, today) : [],
    overdue: row.overdue.map((owed) => ({ ...owed, words: overdueLabel(owed) })),
    disputes: row.disputes,
    onItsWay: [
      ...pendingRows(row.pending).map(({ date, description, school, amount }) => ({
        date,
        words: description ?? 'Payment',
        schoolName: school,
        amount,
      })),
      ...row.withdrawals.map((withdrawal) => ({
        date: dateIn(region, new Date(withdrawal.askedAt)),
        words: withdrawalLabel(withdrawal),
        schoolName: null,
        amount: cents(0 - withdrawal.amount),
      })),
    ],
  }
}

function overdueLabel({ request, isFee, retryOn }: OverdueRow): string {
  if (isFee) return 'Fee for a returned debit'
  if (request) return `Payment request${request.periodName ? `, ${request.periodName}` : ''}`
  return retryOn ? `Payment of your plan, collected again on ${formatDate(retryOn)}` : 'Payment of your plan'
}

const stages: Partial<Record<WithdrawalOnItsWay['status'], string>> = {
  Unconfirmed: 'waits for your code',
  Pending: 'waits for our approval',
  Approved: 'approved',
}

function withdrawalLabel({ bankAccount, status }: WithdrawalOnItsWay): string {
  return `Withdrawal to ${withinSentence(bankAccount)}, ${stages[status] ?? 'on its way'}`
}

/** Whether the standing is worth a statement although nothing has moved. */
export function isWorthReporting({ overdue, disputes, onItsWay }: StatementStanding): boolean {
  return overdue.length + disputes.length + onItsWay.length > 0
}
