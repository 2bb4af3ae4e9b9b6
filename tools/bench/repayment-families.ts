import { Client } from 'pg'
import type { CalendarDate } from '#domain/calendar/calendar.ts'
import { migrate } from '#server/platform/database/migrate.ts'

/**
 * Fills an empty database with families whose plans fall due on each of these days. Every card is usable and half of
 * them carry a surcharge; everybody was told in time.
 */
export async function makePlanFamilies(
  databaseUrl: string,
  families: number,
  days: readonly CalendarDate[],
): Promise<void> {
  await migrate(databaseUrl)
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    for (const statement of statementsFor(families)) await client.query(statement)
    await client.query(dueInstalments(families), [days])
    // Without this the first run would do the housekeeping, and be measured with it.
    await client.query('vacuum analyze')
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}

/** Ids are hashes of what they stand for, so that one statement knows what another one made. */
const uuid = (kind: string, of = 'n') => `md5('${kind}-' || ${of})::uuid`
const schoolId = uuid('school', '(n % 20)')
const then = `timestamptz '2027-01-04 00:00Z'`

const statementsFor = (families: number) => [
  `insert into institution (id, larkwell_id, name, region, email, phone, allowed_regional_methods, allowed_portal_methods)
   select ${schoolId}, 'school-' || n, 'School number ' || n, 'AU', 'office@school' || n || '.example', '1300 000 000',
     array['AuBankAccount', 'PaymentCard'], array['BankAccount', 'PaymentCard']
   from generate_series(0, 19) n`,
  `insert into customer (id, email, first_name, last_name, mobile_e164, region, created_at)
   select ${uuid('customer')}, 'parent' || n || '@bench.example', 'Robin', 'Family ' || n, '+614' || (10000000 + n), 'AU',
     ${then}
   from generate_series(1, ${families}) n`,
  `insert into account (id, short_id, region, currency, product_type, status, institution_id, stripe_customer_id, created_at)
   select ${uuid('account')}, 'L' || n, 'AU', 'AUD', 'PayPlus', 'Active', ${schoolId}, 'cus_' || n, ${then}
   from generate_series(1, ${families}) n`,
  `insert into account_member (account_id, customer_id)
   select ${uuid('account')}, ${uuid('customer')} from generate_series(1, ${families}) n`,
  `insert into repayment_source (account_id, id, type, display_name, last4, card_brand, card_funding, card_expiry,
     provider_payment_method_id, is_default, is_preferred, created_at)
   select ${uuid('account')}, ${uuid('source')}, 'PaymentCard', 'Visa ending in 4242', '4242', 'visa',
     case when n % 2 = 0 then 'credit' else 'debit' end, '2031-12', 'pm_' || n, true, true, ${then}
   from generate_series(1, ${families}) n`,
  `insert into plan (account_id, id, tuition_year, status, created_at)
   select ${uuid('account')}, ${uuid('plan')}, 2027, 'Current', ${then} from generate_series(1, ${families}) n`,
  `insert into plan_version (account_id, plan_id, version, saved_by, saved_at, frequency, start_date, end_date,
     repayment_count, periodic_amount_minor, total_minor, annual_total_minor, school_fees_minor,
     based_on_fee_schedule_year)
   select ${uuid('account')}, ${uuid('plan')}, 1, 'Customer', ${then}, 'Week', '2027-02-01', '2027-12-01', 40, 40000,
     1600000, 1600000, 1600000, 2027
   from generate_series(1, ${families}) n`,
]

const dueInstalments = (families: number) => `
  insert into instalment (account_id, plan_id, seq, due_on, collect_on, amount_minor, noticed_on)
  select ${uuid('account')}, ${uuid('plan')}, seq, day, day, 40000 + n % 1000, day - 7
  from generate_series(1, ${families}) n, unnest($1::date[]) with ordinality as due (day, seq)`
