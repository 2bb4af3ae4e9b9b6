import { migrate } from '#server/platform/database/migrate.ts'
import { withClient } from '../postgres/databases.ts'

/** An id made of words, in SQL. Marked as one of version 4, which is the only kind that calls accept. */
export const uuid = (kind: string, ...parts: string[]) =>
  `overlay(overlay(md5(concat_ws('-', '${kind}', ${parts.join(', ')})) placing '4' from 13) placing '8' from 17)::uuid`

const beginnings =
  'Al Ban Car Dun El Far Gor Har In Jar Kel Lan Mor Nor Ol Pem Quin Ros Sten Tor Ul Ver Wal Yar Zim'
const middles = 'a e i o u am en in on ur'
const endings =
  'berg bury croft dale field ford gate hall ham land ley low man mere nell ridge sen shaw smith son stead ston ton well wick wood worth ys'
const common = 'Smith Jones Williams Brown Nguyen Wilson Taylor Singh Lee Cole'
const firsts =
  'Olivia Noah Leena Daniel Marisol Nicoletta Priya James Chloe Ada Chidi Maya Arlo Finn Isla Oliver Sophie Thomas Grace Jack Amelia William Mia Lucas Zara Ethan Harper Leo Ivy Henry'

const list = (words: string) =>
  `array[${words
    .split(' ')
    .map((word) => `'${word}'`)
    .join(', ')}]`
/** The same number gives the same word; numbers that follow each other do not. */
const pick = (words: string, n: string, salt: number) =>
  `(${list(words)})[1 + abs(hashint8(${n}::bigint * 31 + ${salt}))::bigint % ${words.split(' ').length}]`

/** One of ten families has one of the ten most common names; the others are spread over thousands. */
const lastName = `case when n % 10 = 0 then ${pick(common, 'n', 1)}
  else ${pick(beginnings, 'n', 2)} || ${pick(middles, 'n', 3)} || ${pick(endings, 'n', 4)} end`

/** Expressions in SQL, where `n` is the number of a family. */
type Population = {
  families: number
  schools?: number
  isUk?: string
  /** How many parents besides the first. */
  moreParents?: string
  createdAt?: string
}

export const schoolOf = (schools = 20) => uuid('school', `n % ${schools}`)

/** What every request asks for. The triggers that add it up do not run here, so the requests have their amounts already. */
export const chargesOfRequests = `
  insert into charge (account_id, kind, payee_id, amount_minor, due_on, payment_request_id, created_at)
  select account_id, 'Request', institution_id, amount_due_minor, due_on, id, created_at from payment_request`

/** Schools and the families at them: parents, students and cards. Ids are hashes of what they stand for. */
export function population({
  families,
  schools = 20,
  isUk = 'false',
  moreParents = '0',
  createdAt = 'current_timestamp',
}: Population): string[] {
  const region = `case when ${isUk} then 'UK' else 'AU' end`
  const schoolId = schoolOf(schools)
  return [
    `insert into institution (id, larkwell_id, name, region, email, phone, bpay_biller_code,
       allowed_regional_methods, allowed_portal_methods)
     select ${uuid('school', 'n')}, 'school-' || n,
       ${pick(beginnings, 'n', 5)} || ${pick(endings, 'n', 6)} || ' College ' || n, ${region},
       'office@school' || n || '.example', '1300 000 000', '12345',
       array[case when ${isUk} then 'UkBankAccount' else 'AuBankAccount' end, 'PaymentCard'],
       array['BankAccount', 'PaymentCard', 'CustomerDeposit']
     from generate_series(0, ${schools - 1}) n`,
    `insert into customer (id, email, first_name, last_name, mobile_e164, region, created_at)
     select ${uuid('customer', 'n', 'who')}, lower(first || '.' || last) || n || '-' || who || '@mail.example',
       first, last, '+614' || (10000000 + n * 2 + who), ${region}, ${createdAt}
     from generate_series(1, ${families}) n, generate_series(0, ${moreParents}) who,
       lateral (select ${pick(firsts, 'n * 2 + who', 7)} as first, ${lastName} as last) named`,
    `insert into account (id, short_id, region, currency, product_type, status, institution_id, bpay_reference,
       stripe_customer_id, created_at)
     select ${uuid('account', 'n')}, 'LW' || (100000 + n), ${region}, case when ${isUk} then 'GBP' else 'AUD' end,
       'PayPlus', 'Active', ${schoolId}, case when not (${isUk}) then (1000000 + n * 7)::text end, 'cus_' || n,
       ${createdAt}
     from generate_series(1, ${families}) n`,
    `insert into account_member (account_id, customer_id)
     select ${uuid('account', 'n')}, ${uuid('customer', 'n', 'who')}
     from generate_series(1, ${families}) n, generate_series(0, ${moreParents}) who`,
    `insert into student (account_id, id, first_name, last_name)
     select ${uuid('account', 'n')}, ${uuid('student', 'n', 'child')}, ${pick(firsts, 'n * 3 + child', 8)}, ${lastName}
     from generate_series(1, ${families}) n, generate_series(1, 1 + n % 3) child`,
    `insert into enrolment (account_id, id, student_id, institution_id, start_year, start_year_level)
     select ${uuid('account', 'n')}, ${uuid('enrolment', 'n', 'child')}, ${uuid('student', 'n', 'child')}, ${schoolId},
       extract(year from current_date)::int, 'Year ' || (child + n % 9)
     from generate_series(1, ${families}) n, generate_series(1, 1 + n % 3) child`,
    // Half of the cards carry a surcharge.
    `insert into repayment_source (account_id, id, type, display_name, last4, card_brand, card_funding, card_expiry,
       provider_payment_method_id, is_default, is_preferred, created_at)
     select ${uuid('account', 'n')}, ${uuid('source', 'n')}, 'PaymentCard', 'Visa ending in ' || last4, last4, 'visa',
       case when n % 2 = 0 then 'credit' else 'debit' end, '2031-12', 'pm_' || n, true, true, ${createdAt}
     from generate_series(1, ${families}) n, lateral (select lpad((n * 7919 % 10000)::text, 4, '0') as last4) digits`,
  ]
}

/** Fills an empty database. */
export async function fill(databaseUrl: string, statements: readonly string[]): Promise<void> {
  await migrate(databaseUrl)
  await withClient({ connectionString: databaseUrl }, async (client) => {
    // Whole tables are written at once; the ledger's checks of each row would take minutes. It is checked below instead.
    await client.query('set session_replication_role = replica')
    // An index of names is made at once in seconds, row by row in minutes.
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `select indexname as name, indexdef as definition from pg_indexes where indexdef like '%gin_trgm_ops%'`,
    )
    for (const { name } of indexes) await client.query(`drop index ${name}`)
    for (const statement of statements) await client.query(statement)
    for (const { definition } of indexes) await client.query(definition)
    const { rows } = await client.query(`
      select 1 from ledger_posting group by account_id, entry_id, currency having sum(amount_minor) <> 0 limit 1`)
    if (rows.length > 0) throw new Error('The generated ledger does not balance.')
    // Without this the first readers would do the housekeeping, and be measured with it.
    await client.query('vacuum analyze')
    await client.query('checkpoint')
  })
}
