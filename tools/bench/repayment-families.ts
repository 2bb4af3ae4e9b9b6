import type { CalendarDate } from '#domain/calendar/calendar.ts'
import { fill, population, schoolOf, uuid } from './population.ts'

const createdAt = `timestamptz '2027-01-04 00:00Z'`
const accountId = uuid('account', 'n')
const planId = uuid('plan', 'n')

/** Families whose plans fall due on each of these days. Every card is usable, and everybody was notified in time. */
export const makePlanFamilies = (databaseUrl: string, families: number, days: readonly CalendarDate[]) =>
  fill(databaseUrl, [
    ...population({ families, createdAt }),
    `insert into plan (account_id, id, tuition_year, status, created_at)
     select ${accountId}, ${planId}, 2027, 'Current', ${createdAt} from generate_series(1, ${families}) n`,
    `insert into plan_version (account_id, plan_id, version, saved_by, saved_at, frequency, start_date, end_date,
       repayment_count, periodic_amount_minor, total_minor, annual_total_minor, school_fees_minor,
       based_on_fee_schedule_year)
     select ${accountId}, ${planId}, 1, 'Customer', ${createdAt}, 'Week', '2027-02-01', '2027-12-01', 40, 40000,
       1600000, 1600000, 1600000, 2027
     from generate_series(1, ${families}) n`,
    `insert into instalment (account_id, plan_id, seq, payee_id, status, due_on, collect_on, amount_minor, noticed_on)
     select ${accountId}, ${planId}, seq, ${schoolOf()}, 'Scheduled', day, day, 40000 + n % 1000, day - 7
     from generate_series(1, ${families}) n, unnest('{${days.join()}}'::date[]) with ordinality as due (day, seq)`,
  ])
