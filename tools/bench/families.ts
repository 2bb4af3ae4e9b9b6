import { randomBytes } from 'node:crypto'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database/open.ts'
import { sessionLifeMs, tokenLifeMs } from '#server/people/session/session.ts'
import { tokens } from '#server/platform/tokens/token.ts'
import { encryptLinks } from '../demo/request-links.ts'
import { queryRows } from '../postgres/databases.ts'
import { chargesOfRequests, fill, population, schoolOf, uuid } from './population.ts'

export type Login = { accountId: string; token: string }
export type Logins = [Login, ...Login[]]

export type Families = {
  databaseUrl: string
  /** The process id of the database's first process; what it costs is the sum of all below it. */
  databasePid: number
  /** As the server's SESSION_KEYS takes them. */
  sessionKeys: string
  /** A spread of families, logged in just now. */
  logins(): Promise<Logins>
  /** Families with more transactions than a page holds, each logged in many times. */
  busyLogins(): Promise<Logins>
  /** The account with the longest ledger of all. */
  longestAccountId(): Promise<string>
}

/** More than a load test gets through before it comes round to the first again. */
const mostLogins = 2_000

/** Fills an empty database with families that have plans, instalments, payments and a ledger. */
export async function makeFamilies(databaseUrl: string, databasePid: number): Promise<Families> {
  await fill(databaseUrl, [
    ...population({ families, isUk }),
    ...planStatements,
    ...longLedgerStatements,
    balances,
  ])
  await seal(databaseUrl)
  const key = { id: 'bench', secret: randomBytes(32).toString('base64url') }
  return {
    databaseUrl,
    databasePid,
    sessionKeys: `${key.id}:${key.secret}`,
    logins: () => logIn(databaseUrl, key, 'parent'),
    busyLogins: () => logIn(databaseUrl, key, 'busy'),
    longestAccountId: async () => (await logIn(databaseUrl, key, 'longest'))[0].accountId,
  }
}

/** As real ones are, with the key that a server has when it is given none. */
async function seal(databaseUrl: string): Promise<void> {
  const db = openDatabase(databaseUrl, { connections: 1 })
  try {
    await encryptLinks({ db, config: readConfig({ DATABASE_URL: databaseUrl }) })
  } finally {
    await db.close()
  }
}

const families = 2_000
const entriesPerFamily = 50
const isUk = 'n % 5 = 0'

const accountId = uuid('account', 'n')
const currency = `case when ${isUk} then 'GBP' else 'AUD' end`
const schoolId = schoolOf()
const planId = uuid('plan', 'n', 'year')
const thisYear = `extract(year from current_date)::int`

const feeLine = (name: string, amountMinor: number) =>
  `'${JSON.stringify({ name, amountMinor, percentage: null, portionPercent: 100, discountPercent: null })}'::jsonb`

/** A session as it is written to the database: who it belongs to, and what it is called. */
const session = (customerId: string, id: string, from: string) =>
  `insert into session (customer_id, id, proof, created_at, expires_at)
   select ${customerId}, ${id}, 'Code', current_timestamp, current_timestamp + interval '${sessionLifeMs} milliseconds'
   from ${from}`

const planStatements = [
  session(uuid('customer', 'n', '0'), `'parent-' || n`, `generate_series(1, ${families}) n`),
  `insert into plan (account_id, id, tuition_year, status, created_at)
   select ${accountId}, ${planId}, year, case when year = ${thisYear} then 'Current' else 'Completed' end, current_timestamp
   from generate_series(1, ${families}) n, generate_series(${thisYear} - 1, ${thisYear}) year`,
  `insert into plan_version (account_id, plan_id, version, saved_by, saved_at, frequency, start_date, end_date,
     repayment_count, periodic_amount_minor, total_minor, annual_total_minor, school_fees_minor,
     based_on_fee_schedule_year, family_fees, student_fees)
   select ${accountId}, ${planId}, 1, 'Customer', current_timestamp, 'Fortnight',
     current_date - 182 - 364 * (${thisYear} - year), current_date + 168 - 364 * (${thisYear} - year),
     26, 40000, 1040000, 1040000, 1030000, year,
     '[{"name": "Building levy", "amountMinor": 10000}]',
     (select jsonb_agg(jsonb_build_object(
       'enrolmentId', ${uuid('enrolment', 'n', 'child')}, 'studentName', 'Child ' || child || ' Family ' || n,
       'yearLevel', 'Year ' || (child + n % 9),
       'fees', jsonb_build_array(${feeLine('Tuition', 980_000)}, ${feeLine('Technology', 50_000)}),
       'discounts', jsonb_build_array(${feeLine('Sibling discount', -25_000)}),
       'addons', jsonb_build_array(${feeLine('Music lessons', 25_000)} || '{"selectedFeeOption": "Piano"}')))
      from generate_series(1, 1 + n % 3) child)
   from generate_series(1, ${families}) n, generate_series(${thisYear} - 1, ${thisYear}) year`,
  `insert into instalment (account_id, plan_id, seq, charge_id, payee_id, due_on, collect_on, amount_minor,
     settled_minor, passed_on_minor, status, payment_id)
   select ${accountId}, ${planId}, seq, ${uuid('charge', 'n', 'seq')}, ${schoolId}, day, day, 40000,
     case when day < current_date then 40000 else 0 end, case when day < current_date - 8 then 40000 else 0 end,
     case when day < current_date then 'Paid' else 'Scheduled' end,
     case when day < current_date then ${uuid('payment', 'n', 'seq')} end
   from generate_series(1, ${families}) n, generate_series(1, 26) seq,
     lateral (select ${thisYear} as year, current_date - 182 + 14 * (seq - 1) as day) due`,
  `insert into payment (account_id, id, kind, plan_id, instalment_seq, institution_id, currency, amount_minor,
     covered_minor, status, paid_on, created_at, updated_at)
   select account_id, payment_id, 'Instalment', plan_id, seq, account.institution_id, account.currency, amount_minor,
     settled_minor, 'Succeeded', collect_on, current_timestamp, current_timestamp
   from instalment join account on account.id = account_id where payment_id is not null`,
  `insert into cover (account_id, charge_id, payment_id, settled_minor, is_passed_on)
   select account_id, charge_id, payment_id, settled_minor, passed_on_minor > 0
   from instalment where payment_id is not null`,
  `insert into payment_request (account_id, id, link_hash, link_sealed, link_key_id, institution_id, period_name, amount_due_minor,
     due_on, expires_at, created_at)
   select ${accountId}, ${uuid('request', 'n')}::text, sha256(('request-' || n)::bytea), ('request-' || n)::bytea, 'clear', ${schoolId}, 'Term 2', 12500, current_date + 14,
     current_timestamp + interval '60 days', current_timestamp
   from generate_series(1, ${families}) n where n % 2 = 0`,
  chargesOfRequests,
  `insert into ledger_entry (account_id, id, kind, description, institution_id, posted_on, cause_id, created_at)
   select ${accountId}, ${uuid('entry', 'n', 'k')}, case when k % 2 = 0 then 'Repayment' else 'PaymentToSchool' end,
     case when k % 2 = 0 then 'Payment received' else 'Paid to school' end, ${schoolId}, current_date - k * 7,
     ${uuid('cause', 'n', 'k')}, current_timestamp
   from generate_series(1, ${families}) n, generate_series(1, ${entriesPerFamily}) k`,
  `insert into ledger_posting (account_id, entry_id, line, book, currency, amount_minor)
   select ${accountId}, ${uuid('entry', 'n', 'k')}, line,
     case when line = 1 then 'Family' when k % 2 = 0 then 'ProviderClearing' else 'School' end, ${currency},
     case when line = 1 then 1 else -1 end * case when k % 2 = 0 then 40000 else -39000 end
   from generate_series(1, ${families}) n, generate_series(1, ${entriesPerFamily}) k, generate_series(1, 2) line`,
]

/** Families whose ledgers are long: a few that fill every page, and one as no real family will ever have it. */
const longLedgerStatements = [
  ...longLedgers({ kind: 'busy', count: 40, entries: 400, sessions: 50 }),
  ...longLedgers({ kind: 'longest', count: 1, entries: 120_000, sessions: 1 }),
]

/** The trigger that keeps them does not run here. */
const balances = `
  insert into family_balance (account_id, balance_minor)
  select account_id, sum(amount_minor) from ledger_posting where book = 'Family' group by account_id`

type LongLedgers = { kind: Kind; count: number; entries: number; sessions: number }

/** Their entries are spread over eight years, as long as a child is at school. */
function longLedgers({ kind, count, entries, sessions }: LongLedgers): string[] {
  const name = `'${kind}' || n`
  const from = `generate_series(1, ${count}) n`
  const entryId = uuid('entry', name, 'k')
  return [
    `insert into customer (id, email, first_name, last_name, mobile_e164, region, created_at)
     select ${uuid('customer', name)}, ${name} || '@bench.example', 'Robin', 'Family', null, 'AU', current_timestamp
     from ${from}`,
    `insert into account (id, short_id, region, currency, product_type, status, institution_id, created_at)
     select ${uuid('account', name)}, ${name}, 'AU', 'AUD', 'PayPlus', 'Active', ${uuid('school', '1')}, current_timestamp
     from ${from}`,
    `insert into account_member (account_id, customer_id)
     select ${uuid('account', name)}, ${uuid('customer', name)} from ${from}`,
    // A session has so many reads a minute.
    session(
      uuid('customer', name),
      `'${kind}-' || n || '-' || place`,
      `${from}, generate_series(1, ${sessions}) place`,
    ),
    `insert into ledger_entry (account_id, id, kind, description, institution_id, posted_on, cause_id, created_at)
     select ${uuid('account', name)}, ${entryId}, case when k % 2 = 0 then 'Repayment' else 'PaymentToSchool' end,
       case when k % 2 = 0 then 'Payment received' else 'Paid to school' end,
       case when k % 10 = 0 then ${uuid('school', '2')} else ${uuid('school', '1')} end,
       current_date - (k * ${8 * 365} / ${entries}), ${uuid('cause', name, 'k')}, current_timestamp
     from ${from}, generate_series(1, ${entries}) k`,
    `insert into ledger_posting (account_id, entry_id, line, book, currency, amount_minor)
     select ${uuid('account', name)}, ${entryId}, line,
       case when line = 1 then 'Family' when k % 2 = 0 then 'ProviderClearing' else 'School' end, 'AUD',
       case when line = 1 then 1 else -1 end * case when k % 2 = 0 then 40000 else -39000 end
     from ${from}, generate_series(1, ${entries}) k, generate_series(1, 2) line`,
  ]
}

type Kind = 'parent' | 'busy' | 'longest'

async function logIn(databaseUrl: string, key: { id: string; secret: string }, kind: Kind): Promise<Logins> {
  const rows = await queryRows<Record<'customerId' | 'accountId' | 'sid' | 'email' | 'name', string>>(
    databaseUrl,
    `select session.customer_id as "customerId", account_id as "accountId", session.id as sid, customer.email,
       customer.first_name || ' ' || customer.last_name as name
     from session join customer on customer.id = session.customer_id join account_member using (customer_id)
     where session.id like '${kind}-%'
     order by session.customer_id, session.id limit ${mostLogins}`,
  )
  const now = new Date()
  const signer = tokens([key])
  const [first, ...others] = await Promise.all(
    rows.map(async ({ customerId: sub, accountId: own, sid, email, name }) => ({
      accountId: own,
      token: await signer.sign(
        'session',
        { sub, sid, email, name, accounts: [{ accountId: own }] },
        now,
        tokenLifeMs,
      ),
    })),
  )
  if (!first) throw new Error(`There is no ${kind} family.`)
  return [first, ...others]
}
