import { chargesOfRequests, fill, population, schoolOf, uuid } from './population.ts'

const schools = 200
const accountId = uuid('account', 'n')

/** Families as staff look for them: thousands of names, some of them very common. */
export const makeFindFamilies = (databaseUrl: string, families: number) =>
  fill(databaseUrl, [
    ...population({ families, schools, moreParents: 'n % 2' }),
    `insert into charge (account_id, id, kind, payee_id, amount_minor, settled_minor, due_on)
     select ${accountId}, ${uuid('charge', 'n', 'no')}, 'OneOff', ${schoolOf(schools)}, 40000, 40000, current_date
     from generate_series(1, ${families}) n, generate_series(1, 2) no`,
    `insert into payment (account_id, id, kind, institution_id, currency, amount_minor, covered_minor, status,
       provider_payment_id, paid_on, created_at, updated_at)
     select ${accountId}, ${uuid('payment', 'n', 'no')}, 'Early', ${schoolOf(schools)}, 'AUD', 40000, 40000, 'Succeeded',
       'pi_' || n || 'x' || no, current_date, current_timestamp, current_timestamp
     from generate_series(1, ${families}) n, generate_series(1, 2) no`,
    `insert into cover (account_id, charge_id, payment_id, settled_minor)
     select ${accountId}, ${uuid('charge', 'n', 'no')}, ${uuid('payment', 'n', 'no')}, 40000
     from generate_series(1, ${families}) n, generate_series(1, 2) no`,
    `insert into payment_request (account_id, id, institution_id, amount_due_minor, due_on, expires_at, status, created_at,
       link_hash, link_sealed, link_key_id)
     select ${accountId}, ${uuid('request', 'n')}::text, ${schoolOf(schools)}, 40000, current_date,
       current_timestamp + interval '30 days', 'Open', current_timestamp, sha256(n::text::bytea), n::text::bytea, 'clear'
     from generate_series(1, ${families}, 4) n`,
    chargesOfRequests,
  ])
