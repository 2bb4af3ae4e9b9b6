import { randomUUID } from 'node:crypto'
import { calendarDate, dateIn } from '#domain/calendar/calendar.ts'
import { tuitionYearOf } from '#domain/plan/payment-schedule.ts'
import { requestCare } from '#server/plans/care/care-requests.ts'
import type { Deps } from '#server/platform/deps.ts'
import { sql } from '#server/platform/database/sql.ts'
import { savePlan } from '#server/plans/payment-schedule/save-plan.ts'
import { skipPayments } from '#server/plans/plan-changes/skip-payments.ts'
import { chaseOverdue } from '#server/plans/repayments/chase-overdue.ts'
import { idOf } from '../ids.ts'
import { staffId } from '../staff.ts'
import type { DeskSteps } from './desk-steps.ts'

const requestId = 'demo'
const hourMs = 60 * 60_000
const dayMs = 24 * hourMs

const accountOf = (login: string) => idOf(`${login}@demo.example`, 'account', 0)
const customerOf = (login: string) => idOf(`${login}@demo.example`, 'customer')
const actorOf = (login: string) => ({ customerId: customerOf(login), impersonatorEmail: null, requestId })
const ago = ({ clock }: Deps, ms: number) => new Date(clock().getTime() - ms)

/** The payment that failed once has failed twice more, and is not tried again. */
async function failThrice(deps: Deps, login: string, lastFailed: Date): Promise<void> {
  const { db } = deps
  const accountId = accountOf(login)
  const triedOn = ([9, 6, 0] as const).map((days) => new Date(lastFailed.getTime() - days * dayMs))
  const [first = lastFailed, ...others] = triedOn
  const failed = await db.first<{ planId: string; seq: number }>(sql`
    update instalment set status = 'Overdue', retry_on = null, due_on = ${first}::timestamptz::date,
      collect_on = ${first}::timestamptz::date
    where account_id = ${accountId} and status = 'Retrying' returning plan_id as "planId", seq`)
  if (!failed) return
  const ofInstalment = sql`account_id = ${accountId} and plan_id = ${failed.planId} and instalment_seq = ${failed.seq}`
  await db.run(sql`update payment set created_at = ${first} where ${ofInstalment} and attempt = 1`)
  for (const [index, at] of others.entries())
    await db.run(sql`
      insert into payment (account_id, id, kind, institution_id, source_id, plan_id, instalment_seq, attempt, currency,
        amount_minor, status, failure_code, provider_key, created_at, updated_at)
      select account_id, ${randomUUID()}, kind, institution_id, source_id, plan_id, instalment_seq, ${index + 2}::int,
        currency, amount_minor, 'Failed', 'insufficient_funds', ${`demo:${accountId}:${index + 2}`}, ${at}, ${at}
      from payment where ${ofInstalment} and attempt = 1`)
  await chaseOverdue(deps)
}

async function remindedInVain(deps: Deps): Promise<void> {
  await failThrice(deps, 'desk.arrears', ago(deps, 35 * dayMs))
  await deps.db.run(sql`
    update payment_request set created_at = ${ago(deps, 35 * dayMs)}, reminders = 4, reminded_at = ${ago(deps, 7 * dayMs)}
    where account_id = ${accountOf('desk.arrears')} and is_arrears`)
}

const fromFebruary = (year: number) => ({
  accountPlanId: null,
  planYear: year,
  startDate: `${year}-02-05`,
  planDuration: 10,
  repaymentCount: 10,
  repaymentPeriod: 'Month' as const,
})

/** The plan that the renewal has made, begun later, paid by the month, and with other fees for both students. */
export async function askForOtherPlan(deps: Deps): Promise<void> {
  const login = 'desk.plan'
  const accountId = accountOf(login)
  const year = tuitionYearOf(dateIn('AU', deps.clock()), 'AU') + 1
  const [chidi = '', amara = ''] = [0, 1].map((index) =>
    idOf(`${login}@demo.example`, 'account', 0, 'enrolment', index),
  )
  await savePlan(
    deps,
    accountId,
    {
      paymentSchedule: fromFebruary(year),
      variances: {
        standardFeeVariances: [{ enrolmentId: chidi, type: 'Scholarship', percent: 15 }],
        addons: [{ enrolmentId: amara, name: 'School bus', value: 1 }],
        otherArrangementsRequest:
          'Chidi was given the music scholarship, 15% for next year, and Amara goes by bus. Could we pay by the month, from February?',
      },
    },
    actorOf(login),
  )
  // It has waited longer than the others.
  const askedAt = ago(deps, 84 * hourMs)
  await deps.db.run(sql`
    update plan_version saved
    set saved_at = case saved.version when 1 then ${ago(deps, 14 * dayMs)}::timestamptz else ${askedAt} end
    from plan where plan.account_id = saved.account_id and plan.id = saved.plan_id
      and plan.account_id = ${accountId} and tuition_year = ${year}`)
  await deps.db.run(sql`
    update review set opened_at = ${askedAt} where account_id = ${accountId} and kind = 'Plan' and status = 'Open'`)
}

/** Next year's plan with a discount that the school has not listed. */
async function declareDiscount(deps: Deps): Promise<void> {
  const year = tuitionYearOf(dateIn('AU', deps.clock()), 'AU') + 1
  await savePlan(
    deps,
    accountOf('desk.discount'),
    {
      paymentSchedule: fromFebruary(year),
      variances: { staffDiscount: { percent: 10 } },
    },
    actorOf('desk.discount'),
  )
}

async function askToSkip(deps: Deps): Promise<void> {
  const accountId = accountOf('desk.skip')
  const coming = await deps.db.many<{ planId: string; version: number; dueOn: string }>(sql`
    select plan_id as "planId", plan.version, due_on as "dueOn" from instalment
      join plan on plan.account_id = instalment.account_id and plan.id = plan_id
    where instalment.account_id = ${accountId} and instalment.status = 'Scheduled' order by due_on offset 1 limit 3`)
  const { planId = '', version = 0 } = coming[0] ?? {}
  const dueOn = coming.map((payment) => calendarDate(payment.dueOn))
  await skipPayments(deps, { accountId, planId, version, dueOn, outcome: 'Spread' }, actorOf('desk.skip'))
}

async function askForHelp(deps: Deps): Promise<void> {
  await requestCare(
    deps,
    {
      accountId: accountOf('desk.care'),
      answers: { why: 'LessWork', lasts: 'Months', every: 'Fortnight', reach: 'Phone', amount: 120 },
      words: 'My hours were cut by half in October. I can pay something every fortnight, but not all of it.',
    },
    actorOf('desk.care'),
  )
}

/** Somebody at the desk was talked into it; the family stopped it by the link in the message. */
async function stopNewContact(deps: Deps): Promise<void> {
  const customerId = customerOf('desk.contact')
  await deps.db.run(sql`
    insert into contact_change (customer_id, id, old_email, new_email, old_mobile, new_mobile, changed_at, changed_by,
      reason, blocked_until, stop_hash, stop_by, stopped_at)
    select id, ${randomUUID()}, email, email, '+447700900901', mobile_e164, ${ago(deps, 5 * hourMs)},
      ${staffId('staff.support')}, 'Asked for by phone', ${ago(deps, -3 * dayMs)}, '\\x00', ${ago(deps, -7 * dayMs)},
      ${ago(deps, 2 * hourMs)}
    from customer where id = ${customerId}`)
}

async function leaveFeesOpen(deps: Deps): Promise<void> {
  await deps.db.run(sql`
    insert into review (account_id, id, kind, subject_id, status, note, opened_at)
    select account_id, ${randomUUID()}, 'FeeChange', id, 'Open',
      'the new payments would begin before the next one is announced', ${ago(deps, 26 * hourMs)}
    from plan where account_id = ${accountOf('desk.fees')} and status = 'Current'`)
}

async function holdRenewal(deps: Deps): Promise<void> {
  await deps.db.run(sql`
    update plan set held_on = ${dateIn('AU', ago(deps, 2 * dayMs))}
    where account_id = ${accountOf('desk.renewal')} and status = 'Draft'`)
}

async function letPlanLie(deps: Deps): Promise<void> {
  await deps.db.run(sql`
    update plan_version version set start_date = ${dateIn('AU', ago(deps, 3 * dayMs))}
    from plan where plan.account_id = version.account_id and plan.id = version.plan_id and plan.version = version.version
      and plan.account_id = ${accountOf('plan.draft')} and plan.status = 'Draft'`)
}

export const familySteps: DeskSteps = [
  ['Debit', (deps) => failThrice(deps, 'desk.debit', ago(deps, 7 * hourMs))],
  ['Arrears', remindedInVain],
  ['Discount', declareDiscount],
  ['Skip', askToSkip],
  ['Care', askForHelp],
  ['ContactChange', stopNewContact],
  ['FeeChange', leaveFeesOpen],
  ['RenewalWithoutMethod', holdRenewal],
  ['StalledPlan', letPlanLie],
]
