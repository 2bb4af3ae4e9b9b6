import { addDays, dateIn, startOfDay, type CalendarDate } from '#domain/calendar/calendar.ts'
import type { BankCalendar } from '#domain/calendar/holidays.ts'
import { cents } from '#domain/money.ts'
import type { Quote } from '#domain/plan/debits.ts'
import { noticedBy } from '#domain/repayments.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import { workOnAccounts } from '../../platform/jobs/work-through.ts'
import type { Message } from '../../letters/messages/message.ts'
import { putAllInOutbox } from '../../letters/outbox/outbox.ts'
import { linkNotices, reportedNotices, settleNotices, type ReportedNotice } from './notices.store.ts'
import type { InstalmentKey } from './repayments.reads.ts'

/** A message about everything that is collected on a day, and the instalments of that day. */
export type Notice = { message: Message; instalments: readonly (InstalmentKey & Quote)[] }

/** Queues notices. Nothing is collected before the delivery of its notice is confirmed, and no more than it says. */
export async function queueNotices(
  tx: Transaction,
  deps: Pick<Deps, 'clock'>,
  notices: readonly Notice[],
): Promise<void> {
  await putAllInOutbox(
    tx,
    deps,
    notices.map(({ message }) => message),
  )
  await linkNotices(
    tx,
    notices.flatMap(({ message: { once = '' }, instalments }) =>
      instalments.map((quote) => ({ ...quote, once })),
    ),
  )
}

/** The time after which the day in the notice could not be kept: a notice with another day is written instead. */
export function noticeEnds(collectOn: CalendarDate, calendar: BankCalendar): Date {
  return startOfDay(addDays(noticedBy(collectOn, calendar), 1), calendar.region)
}

const atOnce = 200

/**
 * Processes the delivery of notices. A late delivery counts from its own day, and the debit moves with it. A notice
 * that is too late to be sent is written again. If the mail server refuses the address, the family gets a text message.
 */
export async function followNotices(deps: Deps): Promise<number> {
  return workOnAccounts<ReportedNotice>(deps, {
    name: 'follow-notices',
    atOnce,
    due: reportedNotices,
    act: async (tx, reported) => {
      await settleNotices(
        tx,
        reported.map((notice) => ({ ...notice, noticedOn: noticedOn(notice, deps.clock()) })),
      )
      await putAllInOutbox(tx, deps, reported.flatMap(textInstead))
    },
  })
}

function noticedOn({ status, sentAt, region }: ReportedNotice, now: Date): CalendarDate | null {
  return status === 'Expired' ? null : dateIn(region, sentAt ?? now)
}

function textInstead({ status, mobile, facts, ...notice }: ReportedNotice): Message[] {
  if (status !== 'Refused' || !mobile || !facts) return []
  const { region, schoolName, collectOn } = facts
  const amount = cents(facts.amount + facts.surcharge)
  return [
    {
      kind: 'UpcomingText',
      facts: { region, schoolName, amount, collectOn },
      recipient: mobile,
      customerId: notice.customerId,
      accountId: notice.accountId,
      once: `upcoming-text:${notice.noticeId}`,
    },
  ]
}
