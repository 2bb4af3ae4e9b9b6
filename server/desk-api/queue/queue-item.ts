import { familyName } from '#domain/family-name.ts'
import type { QueueItem } from '#contract/staff-queue.ts'
import { dateIn, formatDateCompact } from '#domain/calendar/calendar.ts'
import { toDecimal } from '#domain/money.ts'
import { answerBy } from '#domain/plan/changes/skip-rules.ts'
import { tuitionYearName } from '#domain/plan/payment-schedule.ts'
import { groupOf, promisedBy, type Promised, type QueueGroup, type QueuePage } from '#domain/staff-queue.ts'
import { titleOf } from '#domain/staff-queue-titles.ts'
import { bankCalendarOf } from '../../platform/bank-calendars.ts'
import type { ShownRow, WaitingRow } from './waiting-row.ts'

export type PositionedItem = WaitingRow & { promisedBy: Date; group: QueueGroup }

/** The time by which it is promised, and so its position in the list. */
export function positionOf(row: WaitingRow, promised: Promised, now: Date): PositionedItem {
  const by = promisedBy({ ...row, dueOn: dueOnOf(row) }, promised, bankCalendarOf(row.region ?? 'AU'))
  return { ...row, promisedBy: by, group: groupOf(row, by, now) }
}

/** The date by which the family was promised an answer about a skip. */
function dueOnOf({ kind, region, since, dueOn }: WaitingRow) {
  return kind === 'Skip' && region ? answerBy(dateIn(region, since), bankCalendarOf(region)) : dueOn
}

/** `notice` is the reason why a withdrawal cannot be paid yet. */
export function itemOf(
  row: ShownRow,
  { promisedBy: by, group }: Pick<PositionedItem, 'promisedBy' | 'group'>,
  notice = '',
): QueueItem {
  const { kind, region, since, words, count, tuitionYear } = row
  const yearName = tuitionYear && region ? tuitionYearName(tuitionYear, region) : null
  const answer =
    kind === 'Skip' && region ? `answer by ${answerBy(dateIn(region, since), bankCalendarOf(region))}` : ''
  const plan = yearName ? `plan for ${yearName}` : ''
  return {
    kind,
    id: row.id,
    title: titleOf({ kind, words, yearName, count }),
    about: withDates([row.about, plan, answer, notice].filter(Boolean).join(', ')),
    who: whoOf(row),
    accountId: row.accountId,
    shortId: row.shortId,
    region,
    customerName: row.customerName,
    schoolName: row.schoolName,
    since: since.toISOString(),
    promisedBy: by.toISOString(),
    group,
    amount: row.amount === null ? null : toDecimal(row.amount),
    currency: row.amount === null ? null : region === 'UK' ? 'GBP' : 'AUD',
    takenBy:
      row.takenById && row.takenByName && row.takenAt
        ? {
            staffId: row.takenById,
            name: row.takenByName,
            initials: initialsOf(row.takenByName),
            since: row.takenAt.toISOString(),
          }
        : null,
    opens: opensOf(row),
  }
}

/** The database writes days as 2026-11-15. */
const withDates = (text: string) => text.replaceAll(/\b\d{4}-\d{2}-\d{2}\b/g, formatDateCompact)

/** Names the person, if the item is about one; otherwise the family. */
function whoOf({ kind, customerName, lastName }: ShownRow): string | null {
  if (kind === 'Chat') return customerName ?? 'Visitor'
  if (kind === 'Identity' || kind === 'ContactChange') return customerName
  return lastName === null ? null : familyName(lastName)
}

/** "CR" of Callum Reid, for the small round mark of a person. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => word?.[0] ?? '')
  return letters.join('').toUpperCase()
}

function opensOf({ kind, words, opensId, accountId }: ShownRow): QueueItem['opens'] {
  const at = (page: QueuePage, id: string | null = opensId) => ({ page, id })
  switch (kind) {
    case 'Plan':
    case 'Discount':
    case 'Skip':
    case 'FeeChange':
    case 'Identity':
    case 'Invoice':
      return at('review')
    case 'Withdrawal':
      return words === 'Approved' ? at('payouts', null) : at('review')
    case 'BankAccount':
    case 'Approval':
      return at('approval')
    case 'Payment':
    case 'Refund':
    case 'Dispute':
      return at('payment')
    case 'Chat':
      return at('chat')
    case 'Deposit':
      return at('suspense')
    case 'Job':
    case 'Parked':
      return at('jobs', null)
    case 'PartYear':
    case 'RenewalWithoutMethod':
    case 'StalledPlan':
    case 'PlanCredit':
      return at('plan', accountId)
    case 'Switch':
    case 'Debit':
    case 'Arrears':
    case 'Care':
    case 'ContactChange':
      return accountId === null ? null : at('family', accountId)
  }
}
