import { Client } from 'pg'
import { migrate } from '#server/platform/database/migrate.ts'
import { uuid } from './ids.ts'

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
const lastName = (n: string) => `case when ${n} % 10 = 0 then ${pick(common, n, 1)}
  else ${pick(beginnings, n, 2)} || ${pick(middles, n, 3)} || ${pick(endings, n, 4)} end`
const accountId = uuid('account', 'n')

const statements = (families: number) => [
  `insert into institution (id, larkwell_id, name, region, email, phone, bpay_biller_code,
     allowed_regional_methods, allowed_portal_methods)
   select ${uuid('school', 'n')}, 'school-' || n, ${pick(beginnings, 'n', 5)} || ${pick(endings, 'n', 6)} || ' College ' || n, 'AU',
     'office@school' || n || '.example', '1300 000 000', '12345', array['AuBankAccount', 'PaymentCard'],
     array['BankAccount', 'PaymentCard']
   from generate_series(0, 199) n`,
  `insert into customer (id, email, first_name, last_name, mobile_e164, region, created_at)
   select ${uuid('customer', 'n', 'who')}, lower(first || '.' || last) || n || '-' || who || '@mail.example', first, last,
     '+614' || (10000000 + n * 2 + who), 'AU', current_timestamp
   from generate_series(1, ${families}) n, generate_series(0, n % 2) who,
     lateral (select ${pick(firsts, 'n * 2 + who', 7)} as first, ${lastName('n')} as last) named`,
  `insert into account (id, short_id, region, currency, product_type, status, institution_id, bpay_reference, created_at)
   select ${accountId}, 'LW' || (100000 + n), 'AU', 'AUD', 'PayPlus', 'Active', ${uuid('school', 'n % 200')},
     (1000000 + n * 7)::text, current_timestamp
   from generate_series(1, ${families}) n`,
  `insert into account_member (account_id, customer_id)
   select ${accountId}, ${uuid('customer', 'n', 'who')}
   from generate_series(1, ${families}) n, generate_series(0, n % 2) who`,
  `insert into student (account_id, id, first_name, last_name)
   select ${accountId}, ${uuid('student', 'n', 'child')}, ${pick(firsts, 'n * 3 + child', 8)}, ${lastName('n')}
   from generate_series(1, ${families}) n, generate_series(1, 1 + n % 3) child`,
  `insert into enrolment (account_id, id, student_id, institution_id, start_year, start_year_level)
   select ${accountId}, ${uuid('enrolment', 'n', 'child')}, ${uuid('student', 'n', 'child')}, ${uuid('school', 'n % 200')},
     2026, 'Year ' || (child + n % 9)
   from generate_series(1, ${families}) n, generate_series(1, 1 + n % 3) child`,
  `insert into repayment_source (account_id, id, type, display_name, last4, status, created_at)
   select ${accountId}, ${uuid('source', 'n')}, 'PaymentCard', 'Visa ending ' || last4, last4, 'Usable', current_timestamp
   from generate_series(1, ${families}) n, lateral (select lpad((n * 7919 % 10000)::text, 4, '0') as last4) digits`,
  `insert into payment (account_id, id, kind, institution_id, currency, amount_minor, status, provider_payment_id, paid_on,
     created_at, updated_at)
   select ${accountId}, ${uuid('payment', 'n', 'no')}, 'Early', ${uuid('school', 'n % 200')}, 'AUD', 40000, 'Succeeded',
     'pi_' || n || 'x' || no, current_date, current_timestamp, current_timestamp
   from generate_series(1, ${families}) n, generate_series(1, 2) no`,
  `insert into payment_request (account_id, id, institution_id, amount_due_minor, due_on, expires_at, status, created_at,
     link_hash, link_clear)
   select ${accountId}, ${uuid('request', 'n')}::text, ${uuid('school', 'n % 200')}, 40000, current_date,
     current_timestamp + interval '30 days', 'Open', current_timestamp, sha256(n::text::bytea), n::text
   from generate_series(1, ${families}, 4) n`,
]

/** Families as staff look for them: thousands of names, some of them very common. */
export async function makeFindFamilies(databaseUrl: string, families: number): Promise<void> {
  await migrate(databaseUrl)
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('set session_replication_role = replica')
    // An index of names is made at once in seconds, row by row in minutes.
    const { rows: indexes } = await client.query<{ name: string; made: string }>(
      `select indexname as name, indexdef as made from pg_indexes where indexdef like '%gin_trgm_ops%'`,
    )
    for (const { name } of indexes) await client.query(`drop index ${name}`)
    for (const statement of statements(families)) await client.query(statement)
    for (const { made } of indexes) await client.query(made)
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}
