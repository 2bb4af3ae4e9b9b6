import { uuid } from './ids.ts'
/** Families whose ledgers are long: a few that fill every page, and one as no real family will ever have it. */
export const busyFamilies = { count: 40, entries: 400, sessions: 50 }
export const longestLedger = 120_000

/** As long as a child is at school. */
const years = 8

const busy = `'busy' || n`
const longest = `'longest'`

/** The statements that add them; ids are hashes of what they stand for. */
export const longLedgerStatements = (sessionLifeMs: number) => [
  ...family(busy, `generate_series(1, ${busyFamilies.count}) n`, busyFamilies.sessions, sessionLifeMs),
  ...ledger(
    busy,
    `generate_series(1, ${busyFamilies.count}) n, generate_series(1, ${busyFamilies.entries}) k`,
    busyFamilies.entries,
  ),
  ...family(longest, `(select 1) one`, 1, sessionLifeMs),
  ...ledger(longest, `generate_series(1, ${longestLedger}) k`, longestLedger),
]

const school = (number: string) => uuid('school', number)

function family(name: string, from: string, sessions: number, sessionLifeMs: number): string[] {
  return [
    `insert into customer (id, email, first_name, last_name, mobile_e164, region, created_at)
     select ${uuid('customer', name)}, ${name} || '@bench.example', 'Robin', 'Family', null, 'AU', current_timestamp
     from ${from}`,
    `insert into account (id, short_id, region, currency, product_type, status, institution_id, created_at)
     select ${uuid('account', name)}, ${name}, 'AU', 'AUD', 'PayPlus', 'Active', ${school('1')}, current_timestamp
     from ${from}`,
    `insert into account_member (account_id, customer_id)
     select ${uuid('account', name)}, ${uuid('customer', name)} from ${from}`,
    // A session has so many reads a minute.
    `insert into session (customer_id, id, proof, created_at, expires_at)
     select ${uuid('customer', name)}, ${name} || '-' || session, 'Code', current_timestamp,
       current_timestamp + interval '${sessionLifeMs} milliseconds'
     from ${from}, generate_series(1, ${sessions}) session`,
  ]
}

function ledger(name: string, from: string, entries: number): string[] {
  const entryId = uuid('entry', name, 'k')
  return [
    `insert into ledger_entry (account_id, id, kind, description, institution_id, posted_on, cause_id, created_at)
     select ${uuid('account', name)}, ${entryId}, case when k % 2 = 0 then 'Repayment' else 'PaymentToSchool' end,
       case when k % 2 = 0 then 'Payment received' else 'Paid to school' end,
       case when k % 10 = 0 then ${school('2')} else ${school('1')} end,
       current_date - (k * ${years * 365} / ${entries}), md5(concat_ws('-', 'cause', ${name}, k))::uuid, current_timestamp
     from ${from}`,
    `insert into ledger_posting (account_id, entry_id, line, book, currency, amount_minor)
     select ${uuid('account', name)}, ${entryId}, line,
       case when line = 1 then 'Family' when k % 2 = 0 then 'ProviderClearing' else 'School' end, 'AUD',
       case when line = 1 then 1 else -1 end * case when k % 2 = 0 then 40000 else -39000 end
     from ${from}, generate_series(1, 2) line`,
  ]
}
