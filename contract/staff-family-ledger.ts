import * as z from 'zod/mini'
import { books, entryKinds } from '#domain/ledger.ts'
import { ledgerFilters } from '#domain/family-ledger.ts'
import { regions } from '#domain/region.ts'
import { described, named } from './documented.ts'
import { endpoints, file } from './endpoint.ts'
import { accountId, countInQuery, unlessSent, uuid } from './staff-wire.ts'
import { amount, calendarDate, id, instant, yearInPath } from './wire.ts'

const row = z.object({
  id,
  date: calendarDate,
  kind: z.enum(entryKinds),
  what: described('The description that the family reads.', z.string()),
  detail: described(
    'The payment, attempt or remittance that it belongs to; empty if there is nothing to add.',
    z.string(),
  ),
  through: described('The payment method, the school or the fee.', z.string()),
  amount: described("The change of the family's balance. Money in is positive.", amount),
  balance: described('The balance after it.', amount),
})
export type LedgerRow = z.infer<typeof row>

const count = z.int()

const ledger = z.object({
  region: z.enum(regions),
  rows: z.array(row),
  year: described('The calendar year of the first page; null before the first entry.', z.nullable(z.int())),
  years: described('The years with entries, newest first.', z.array(z.int())),
  counts: described(
    'The numbers of entries up to the end of the year: all, those of the year by filter, and those of earlier years. They add up.',
    z.object({ All: count, PaidIn: count, ToSchool: count, Fees: count, Other: count, Earlier: count }),
  ),
  balance: described(
    "The balance at the end of the year, or today's: the sum of all counted entries.",
    amount,
  ),
  nextCursor: described('Null on the last page.', z.nullable(z.string())),
})
export type StaffLedger = z.infer<typeof ledger>

const posting = z.object({
  book: z.enum(books),
  name: described('The name of the book.', z.string()),
  amount,
})

const bookedEntry = z.object({
  id,
  date: calendarDate,
  what: z.string(),
  postings: described('The postings add up to zero.', z.array(posting)),
})

const toldBy = z.object({
  id,
  channel: z.enum(['sms', 'email']),
  title: z.string(),
  recipient: z.string(),
  status: z.string(),
  at: instant,
})

const explained = z.object({
  id,
  date: calendarDate,
  what: z.string(),
  amount,
  sentences: described('A description of the event, as the family reads it.', z.array(z.string())),
  entries: described(
    'The entry itself, followed by those booked with it or because of it.',
    z.array(bookedEntry),
  ),
  payment: described(
    'The payment that it belongs to.',
    z.nullable(z.object({ id, amount, date: calendarDate, status: z.string() })),
  ),
  told: described('The messages that the family received about it.', z.array(toldBy)),
})
export type ExplainedEntry = z.infer<typeof explained>

const narrowed = {
  filter: described('The entries to list.', unlessSent(z.enum(ledgerFilters), 'All')),
  year: described(
    'The calendar year to begin with; by default that of the newest entry.',
    z.optional(yearInPath),
  ),
}

const cursor = described(
  "The cursor from the previous page's reply.",
  z.optional(z.string().check(z.regex(/^[\w-]{1,200}$/))),
)

named({
  LedgerRow: [row, "An entry of a family's ledger."],
  StaffLedger: [ledger, "A page of a family's ledger, newest first."],
  Posting: [posting, 'The change of one book by an entry.'],
  BookedEntry: [bookedEntry, 'An entry of the ledger with its postings.'],
  ExplainedEntry: [explained, 'An entry, explained.'],
})

export const staffFamilyLedger = endpoints({
  'GET /api/staff/families/:accountId/ledger': {
    summary: "A family's ledger, newest first and page by page, with the balance after every entry",
    access: 'support',
    params: z.object({ accountId }),
    query: z.object({ ...narrowed, cursor, limit: unlessSent(countInQuery(200), 20) }),
    reply: ledger,
  },
  'GET /api/staff/families/:accountId/ledger/export': {
    summary: "A family's ledger as a CSV file",
    access: 'support',
    params: z.object({ accountId }),
    query: z.object(narrowed),
    reply: file('text/csv; charset=utf-8'),
  },
  'GET /api/staff/families/:accountId/ledger/:entryId': {
    summary: 'One entry: its description, postings, payment and messages',
    access: 'support',
    params: z.object({ accountId, entryId: described('The id of an entry, from the list.', uuid) }),
    reply: explained,
  },
})
