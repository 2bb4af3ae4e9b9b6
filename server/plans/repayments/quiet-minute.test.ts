import { describe, expect, it } from 'vitest'
import { testDatabase } from '#tools/testing/database.ts'
import { testServer } from '#tools/testing/server.ts'
import { countingBuffers } from '#tools/testing/touched-buffers.ts'
import { fill, population, schoolOf, uuid } from '#tools/bench/population.ts'
import { warnOfExpiringCards } from '../../books/payment-methods/expiring-cards.ts'
import { applyDueChanges, dropUnusableMethods } from '../../books/payment-methods/change-source.ts'
import { expireRequests } from '../../books/payment-requests/payment-requests.ts'
import { lookAtDuePayments } from '../../books/payments/look.ts'
import { remitToSchools } from '../../books/remittances/remittances.ts'
import type { Deps } from '../../platform/deps.ts'
import { countExtras } from '../plan-changes/count-extras.ts'
import { announceDebits } from './announce.ts'
import { chaseOverdue } from './chase-overdue.ts'
import { collectDue } from './collect.ts'
import { completePaidPlans, startDuePlans } from './move-plans.ts'
import { followNotices } from './notices.ts'
import { sendDebits } from './send.ts'

const databaseUrl = await testDatabase()
const server = await testServer({ databaseUrl, doesJobs: false })

const steps: Record<string, (deps: Deps) => Promise<unknown>> = {
  start: (deps) => startDuePlans(deps, 'AU'),
  'drop methods': dropUnusableMethods,
  'follow notices': followNotices,
  announce: (deps) => announceDebits(deps, 'AU'),
  'count extras': countExtras,
  'change methods': applyDueChanges,
  'collect and retry': (deps) => collectDue(deps, 'AU'),
  send: sendDebits,
  'chase and remind': chaseOverdue,
  complete: (deps) => completePaidPlans(deps, 'AU'),
  expire: expireRequests,
  remit: remitToSchools,
  'look at payments': lookAtDuePayments,
  'end cards': warnOfExpiringCards,
}

const families = 1_200
const account = uuid('account', 'n')
const isClosed = 'n % 2 = 0'

/**
 * Families that have paid a whole plan; half of their accounts were closed while the next year's plan ran, and two in
 * three of their cards have expired since.
 */
const history = [
  ...population({ families }),
  `update account set status = 'Inactive' where right(short_id, 1)::int % 2 = 0`,
  `update repayment_source set card_expiry = '2020-01', status = 'Unusable' where right(last4, 1)::int % 3 > 0`,
  `insert into plan (account_id, id, tuition_year, status, is_credit_settled, created_at)
   select ${account}, ${uuid('plan', 'n', 'year')}, year,
     case when year = 2023 then 'Completed' else 'Current' end, false, '2023-01-05'
   from generate_series(1, ${families}) n, generate_series(2023, 2024) year where year = 2023 or ${isClosed}`,
  `insert into plan_version (account_id, plan_id, version, saved_by, saved_at, frequency, start_date, end_date,
     repayment_count, periodic_amount_minor, total_minor, annual_total_minor, school_fees_minor,
     based_on_fee_schedule_year)
   select account_id, id, 1, 'Customer', created_at, 'Fortnight', '2023-02-01', '2024-12-01', 20, 40000, 800000, 800000,
     800000, tuition_year from plan`,
  `insert into charge (account_id, id, kind, plan_id, seq, payee_id, status, due_on, collect_on, amount_minor,
     settled_minor, waived_minor, passed_on_minor, noticed_on, created_at, source_id)
   select ${account}, ${uuid('charge', 'n', 'year', 'seq')}, 'Instalment', ${uuid('plan', 'n', 'year')}, seq,
     ${schoolOf()}, case when year = 2023 then 'Paid' else 'Cancelled' end, day, day, 40000,
     case when year = 2023 then 40000 else 0 end, case when year = 2024 then 40000 else 0 end,
     case when year = 2023 then 40000 else 0 end, case when year = 2023 then day - 5 end, '2023-01-05',
     case when seq = 1 then ${uuid('source', 'n')} end
   from generate_series(1, ${families}) n, generate_series(2023, 2024) year, generate_series(1, 20) seq,
     lateral (select make_date(year, 2, 1) + 14 * seq as day) due where year = 2023 or ${isClosed}`,
  `insert into payment (account_id, id, kind, plan_id, instalment_seq, institution_id, currency, amount_minor,
     covered_minor, status, paid_on, provider_key, created_at, updated_at)
   select account_id, id, 'Instalment', plan_id, seq, payee_id, 'AUD', 40000, 40000, 'Succeeded', due_on, id::text,
     due_on, due_on
   from charge where kind = 'Instalment' and status = 'Paid'`,
  `insert into cover (account_id, charge_id, payment_id, settled_minor, is_passed_on)
   select account_id, id, id, 40000, true from payment`,
  `insert into payment_request (account_id, id, link_hash, link_sealed, link_key_id, institution_id, status,
     amount_due_minor, amount_paid_minor, is_arrears, due_on, expires_at, created_at)
   select ${account}, ${uuid('request', 'n')}::text, sha256(('request-' || n)::bytea), ''::bytea, 'clear', ${schoolOf()},
     case n % 3 when 0 then 'Paid' when 1 then 'Cancelled' else 'Expired' end, 12500, 12500, n % 2 = 1, '2023-05-01',
     '2023-08-01', '2023-05-01'
   from generate_series(1, ${families}) n`,
  `insert into outbox_message (id, channel, recipient, text_body, status, sent_at, account_id, created_at)
   select id, 'email', 'parent@mail.example', '', 'Sent', '2023-05-01', account_id, '2023-05-01' from payment`,
]

/** What a step touches when nothing is due, however long the history: the tops of a few indexes. */
const limit = 60

async function touchedMost(): Promise<Record<string, object>> {
  const over: Record<string, object> = {}
  for (const [name, step] of Object.entries(steps)) {
    const { db, touched } = countingBuffers(server.deps.db)
    await step({ ...server.deps, db })
    expect(touched.length).toBeGreaterThan(0)
    const sum = touched.reduce((all, { buffers }) => all + buffers, 0)
    if (sum > limit) over[name] = { sum, most: touched.toSorted((a, b) => b.buffers - a.buffers)[0] }
  }
  return over
}

describe('A minute in which nothing is due', () => {
  it('touches no history, of a company that begins or of one with years of closed accounts and finished plans', async () => {
    await server.travel(Date.parse('2027-03-03T02:00:00Z') - server.deps.clock().getTime())
    expect(await touchedMost()).toEqual({})
    await fill(databaseUrl, history)
    expect(await touchedMost()).toEqual({})
  })
})
