import { addDays, type CalendarDate } from '#domain/calendar/calendar.ts'
import type { Book, EntryKind } from '#domain/ledger.ts'
import { cents, type Cents } from '#domain/money.ts'
import { regionFacts } from '#domain/region.ts'
import type { OpenAccount } from './open-account.ts'
import { happenedOn, type Moment } from './moment.ts'
import type { Rows } from './rows.ts'
import { schoolId, type SchoolName } from './schools.ts'

export type Entry = {
  kind: EntryKind
  description: string | null
  /** Null if the row concerns no school. */
  school?: SchoolName | null
  on: CalendarDate
  causeId?: string
  /** The amount moves from one book to another, so that an entry always balances. */
  from: Book
  to: Book
  amount: Cents
}

/** Credit that is the family's own: no payment brought it, so none of it is meant for the school. */
export function creditFromSchool({ today }: Pick<Moment, 'today'>, amount: number, daysAgo = 40): Entry {
  return {
    kind: 'Adjustment',
    description: 'Credit from your school',
    on: addDays(today, -daysAgo),
    from: 'School',
    to: 'Family',
    amount: cents(amount),
  }
}

export function addEntry({ rows, accountId, moment, school, id }: OpenAccount, entry: Entry): string {
  const entryId = id('entry', entry.kind, entry.causeId ?? ownEntries(rows, accountId))
  const at = entry.school === undefined ? school.name : entry.school
  const currency = regionFacts[moment.region].currency
  rows.ledger_entry.push({
    account_id: accountId,
    id: entryId,
    kind: entry.kind,
    description: entry.description,
    institution_id: at && schoolId(at),
    posted_on: entry.on,
    cause_id: entry.causeId ?? null,
    created_at: happenedOn(entry.on, moment),
  })
  const lines: [Book, number][] = [
    [entry.from, 0 - entry.amount],
    [entry.to, entry.amount],
  ]
  for (const [index, [book, amount]] of lines.entries()) {
    rows.ledger_posting.push({
      account_id: accountId,
      entry_id: entryId,
      line: index + 1,
      book,
      currency,
      amount_minor: amount,
    })
  }
  return entryId
}

function ownEntries(rows: Rows, accountId: string): number {
  return rows.ledger_entry.filter((row) => row['account_id'] === accountId).length
}

/** The family's balance from the entries so far. */
export function balanceOf({ rows, accountId }: OpenAccount): Cents {
  const own = rows.ledger_posting.filter((row) => row['account_id'] === accountId && row['book'] === 'Family')
  return cents(own.reduce((total, row) => total + Number(row['amount_minor']), 0))
}
