import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { readConfig } from '#server/platform/config.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { openDatabase } from '#server/platform/database/open.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createLog } from '#server/platform/log.ts'
import { sealLinks } from '#server/books/payment-requests/request-links.ts'
import { sessionLifeMs, tokenLifeMs } from '#server/people/session/session.ts'
import { tokens } from '#server/platform/tokens/token.ts'
import { longLedgerStatements } from './long-ledgers.ts'
import { uuid } from './ids.ts'

export type Size = { accounts: number; entriesPerAccount: number }

export type Login = { accountId: string; token: string }

export type Families = {
  databaseUrl: string
  /** The process id of the database's first process; what it costs is the sum of all below it. */
  databasePid: number
  /** As the server's SESSION_KEYS takes them. */
  sessionKeys: string
  /** A spread of families, logged in just now. */
  logins(): Promise<Login[]>
  /** Families with more transactions than a page holds, each logged in many times. */
  busyLogins(): Promise<Login[]>
  /** The account with the longest ledger of all. */
  longestAccountId(): Promise<string>
}

/** More than a load test gets through before it comes round to the first again. */
const mostLogins = 2_000

/** Fills an empty database with families that have plans, instalments, payments and a ledger. */
export async function makeFamilies(databaseUrl: string, databasePid: number, size: Size): Promise<Families> {
  await migrate(databaseUrl)
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await fill(client, size)
  } finally {
    await client.end()
  }
  await seal(databaseUrl)
  const key = { id: 'bench', secret: randomBytes(32).toString('base64url') }
  return {
    databaseUrl,
    databasePid,
    sessionKeys: `${key.id}:${key.secret}`,
    logins: () => logIn(databaseUrl, key, 'parent%'),
    busyLogins: () => logIn(databaseUrl, key, 'busy%'),
    longestAccountId: async () => {
      const [longest] = await logIn(databaseUrl, key, 'longest%')
      if (!longest) throw new Error('The family with the longest ledger is missing.')
      return longest.accountId
    },
  }
}

/** As real ones are, with the key that a server has when it is given none. */
async function seal(databaseUrl: string): Promise<void> {
  const db = openDatabase(databaseUrl, { connections: 1 })
  try {
    const config = readConfig({ DATABASE_URL: databaseUrl })
    await sealLinks({ db, config, clock: systemClock, log: createLog('warn') })
  } finally {
    await db.close()
  }
}

async function fill(client: Client, size: Size): Promise<void> {
  // Whole tables are written at once; the ledger's checks of each row would take minutes. It is checked below instead.
  await client.query('set session_replication_role = replica')
  const statements = [...statementsFor(size), ...longLedgerStatements(sessionLifeMs)]
  for (const statement of statements) await client.query(statement)
  const { rows } = await client.query(`
    select 1 from ledger_posting group by account_id, entry_id, currency having sum(amount_minor) <> 0 limit 1`)
  if (rows.length > 0) throw new Error('The generated ledger does not balance.')
  // Without this the first readers would do the housekeeping, and be measured with it.
  await client.query('vacuum analyze')
}

/** Ids are hashes of what they stand for, so that one statement knows what another one made. */
const accountId = uuid('account', 'n')
const customerId = uuid('customer', 'n')
const currency = `case when n % 5 = 0 then 'GBP' else 'AUD' end`
const schoolId = uuid('school', `n % 20`)
const planId = uuid('plan', 'n', 'year')
const thisYear = `extract(year from current_date)::int`

const feeLine = (name: string, amountMinor: number) =>
  `'${JSON.stringify({ name, amountMinor, percentage: null, portionPercent: 100, discountPercent: null })}'::jsonb`

const statementsFor = ({ accounts, entriesPerAccount }: Size) => [
  `insert into institution (id, larkwell_id, name, region, email, phone, bpay_biller_code,
     allowed_regional_methods, allowed_portal_methods)
   select ${schoolId}, 'school-' || n, 'School number ' || n, case when n % 5 = 0 then 'UK' else 'AU' end,
     'office@school' || n || '.example', '1300 000 000', '12345',
     array[case when n % 5 = 0 then 'UkBankAccount' else 'AuBankAccount' end, 'PaymentCard'],
     array['BankAccount', 'PaymentCard', 'CustomerDeposit']
   from generate_series(0, 19) n`,
  `insert into customer (id, email, first_name, last_name, mobile_e164, region, created_at)
   select ${customerId}, 'parent' || n || '@bench.example', 'Robin', 'Family ' || n, '+614' || (10000000 + n),
     case when n % 5 = 0 then 'UK' else 'AU' end, current_timestamp
   from generate_series(1, ${accounts}) n`,
  `insert into account (id, short_id, region, currency, product_type, status, institution_id, bpay_reference, created_at)
   select ${accountId}, 'L' || n, case when n % 5 = 0 then 'UK' else 'AU' end, ${currency}, 'PayPlus', 'Active',
     ${schoolId}, case when n % 5 <> 0 then (1000000 + n)::text end, current_timestamp
   from generate_series(1, ${accounts}) n`,
  `insert into account_member (account_id, customer_id)
   select ${accountId}, ${customerId} from generate_series(1, ${accounts}) n`,
  `insert into session (customer_id, id, proof, created_at, expires_at)
   select ${customerId}, 'session-' || n, 'Code', current_timestamp,
     current_timestamp + interval '${sessionLifeMs} milliseconds'
   from generate_series(1, ${accounts}) n`,
  `insert into student (account_id, id, first_name, last_name)
   select ${accountId}, ${uuid('student', 'n', 'child')}, 'Child ' || child, 'Family ' || n
   from generate_series(1, ${accounts}) n, generate_series(1, 1 + n % 3) child`,
  `insert into enrolment (account_id, id, student_id, institution_id, start_year, start_year_level)
   select ${accountId}, ${uuid('enrolment', 'n', 'child')}, ${uuid('student', 'n', 'child')}, ${schoolId},
     ${thisYear}, 'Year ' || (child + n % 9)
   from generate_series(1, ${accounts}) n, generate_series(1, 1 + n % 3) child`,
  `insert into plan (account_id, id, tuition_year, status, created_at)
   select ${accountId}, ${planId}, year, case when year = ${thisYear} then 'Current' else 'Completed' end, current_timestamp
   from generate_series(1, ${accounts}) n, generate_series(${thisYear} - 1, ${thisYear}) year`,
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
   from generate_series(1, ${accounts}) n, generate_series(${thisYear} - 1, ${thisYear}) year`,
  `insert into instalment (account_id, plan_id, seq, due_on, collect_on, amount_minor, status, payment_id)
   select ${accountId}, ${planId}, seq, day, day, 40000, case when day < current_date then 'Paid' else 'Scheduled' end,
     case when day < current_date then ${uuid('payment', 'n', 'seq')} end
   from generate_series(1, ${accounts}) n, generate_series(1, 26) seq,
     lateral (select ${thisYear} as year, current_date - 182 + 14 * (seq - 1) as day) due`,
  `insert into payment (account_id, id, kind, plan_id, instalment_seq, institution_id, currency, amount_minor, status,
     paid_on, created_at, updated_at)
   select account_id, payment_id, 'Instalment', plan_id, seq, account.institution_id, account.currency, amount_minor,
     'Succeeded', collect_on, current_timestamp, current_timestamp
   from instalment join account on account.id = account_id where payment_id is not null`,
  `insert into repayment_source (account_id, id, type, display_name, last4, card_brand, card_funding, is_default,
     is_preferred, created_at)
   select ${accountId}, ${uuid('source', 'n', 'place')}, 'PaymentCard', 'Visa ending in 424' || place, '424' || place,
     'visa', 'debit', place = 1, place = 1, current_timestamp
   from generate_series(1, ${accounts}) n, generate_series(1, 1 + n % 2) place`,
  `insert into payment_request (account_id, id, link_hash, link_clear, institution_id, period_name, amount_due_minor,
     due_on, expires_at, created_at)
   select ${accountId}, ${uuid('request', 'n')}::text, sha256(('request-' || n)::bytea), 'request-' || n, ${schoolId}, 'Term 2', 12500, current_date + 14,
     current_timestamp + interval '60 days', current_timestamp
   from generate_series(1, ${accounts}) n where n % 2 = 0`,
  `insert into ledger_entry (account_id, id, kind, description, institution_id, posted_on, cause_id, created_at)
   select ${accountId}, ${uuid('entry', 'n', 'k')}, case when k % 2 = 0 then 'Repayment' else 'PaymentToSchool' end,
     case when k % 2 = 0 then 'Payment received' else 'Paid to school' end, ${schoolId}, current_date - k * 7,
     ${uuid('cause', 'n', 'k')}, current_timestamp
   from generate_series(1, ${accounts}) n, generate_series(1, ${entriesPerAccount}) k`,
  `insert into ledger_posting (account_id, entry_id, line, book, currency, amount_minor)
   select ${accountId}, ${uuid('entry', 'n', 'k')}, line,
     case when line = 1 then 'Family' when k % 2 = 0 then 'ProviderClearing' else 'School' end, ${currency},
     case when line = 1 then 1 else -1 end * case when k % 2 = 0 then 40000 else -39000 end
   from generate_series(1, ${accounts}) n, generate_series(1, ${entriesPerAccount}) k, generate_series(1, 2) line`,
]

async function logIn(
  databaseUrl: string,
  key: { id: string; secret: string },
  emails: string,
): Promise<Login[]> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<
      Record<'customerId' | 'accountId' | 'sid' | 'email' | 'name', string>
    >(
      `select session.customer_id as "customerId", account_id as "accountId", session.id as sid, customer.email,
         customer.first_name || ' ' || customer.last_name as name
       from session join customer on customer.id = session.customer_id join account_member using (customer_id)
       where customer.email like $2
       order by session.customer_id, session.id limit $1`,
      [mostLogins, emails],
    )
    const now = new Date()
    const signer = tokens([key])
    return await Promise.all(
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
  } finally {
    await client.end()
  }
}
