import { addDays, dateIn, startOfDay, type CalendarDate } from '#domain/calendar/calendar.ts'
import { careReference } from '#domain/care.ts'
import type { Cents } from '#domain/money.ts'
import type { ExtraOutcome } from '#domain/plan/changes/extra.ts'
import type { SkipOutcome } from '#domain/plan/changes/skip.ts'
import { findOpenRequest } from '#server/care/care.store.ts'
import { askForCare, withdrawCare } from '#server/care/care-requests.ts'
import type { Deps } from '#server/deps.ts'
import type { Db } from '#server/database/open.ts'
import { sql } from '#server/database/sql.ts'
import { readExtra } from '#server/plan-changes/extra-wish.ts'
import { readFlexible, type FlexibleFacts } from '#server/plan-changes/flexible-plan.ts'
import { movePayment } from '#server/plan-changes/move-payment.ts'
import { skipPayments } from '#server/plan-changes/skip-payments.ts'
import { undoChange } from '#server/plan-changes/undo-change.ts'
import { planMaterial } from '#server/payment-schedule/plan-material.ts'
import { lookAtDuePayments } from '#server/payments/look.ts'
import { runRepayments } from '#server/repayments/run-repayments.ts'
import { schoolId } from '../demo/schools.ts'
import { bankAccount, visaCredit } from '../demo/sources.ts'
import type { World } from './payment-world.ts'

/** How an operation goes: whether the provider answers, and after how many statements our process dies. */
export type Step = { answer: string; dies: number | undefined }

const tuitionYear = 2027
const startsAt = '2027-02-15T02:00:00Z'
const hourMs = 60 * 60_000
const answers = { why: 'LessWork', lasts: 'Months', amount: 100, every: 'Month', reach: 'Email' } as const

export type PlanFamily = Awaited<ReturnType<typeof planFamily>>

/** A family whose plan runs, and which changes it while our runs collect from it and things go wrong. */
export async function planFamily(world: World, { paysByCard }: { paysByCard: boolean }) {
  const source = paysByCard ? visaCredit() : bankAccount()
  const family = await world.family(
    { plans: [{ status: 'Current' }], sources: [source], bpay: false },
    startsAt,
  )
  const { accountId, customerId, db, clock } = family
  const actor = { customerId, impersonatorEmail: null, requestId: 'simulation' }
  const facts = async (): Promise<FlexibleFacts | undefined> => {
    const now = clock()
    const { plan } = await planMaterial(db, { accountId, tuitionYear, now })
    return readFlexible(db, { accountId, plan, now })
  }

  /** All letters arrive, so that what they announce can be collected. */
  const deliverLetters = () =>
    db.run(sql`update outbox_message set status = 'Sent', sent_at = ${clock()} where status = 'Waiting'`)

  async function change(step: Step, work: (deps: Deps, known: FlexibleFacts) => Promise<unknown>) {
    const known = await facts()
    if (known) await family.as(step, (deps) => work(deps, known))
  }
  const planOf = ({ plan }: FlexibleFacts) => ({ accountId, planId: plan.id, version: plan.version })

  return {
    ...family,
    move: (step: Step, { which, days }: { which: number; days: number }) =>
      change(step, async (deps, known) => {
        const payment = known.coming[which % Math.max(1, known.coming.length)]
        if (!payment) return
        const to = addDays(payment.on, days)
        await movePayment(deps, { ...planOf(known), dueOn: payment.dueOn, to }, actor)
      }),
    skip: (step: Step, { places, outcome }: { places: readonly number[]; outcome: SkipOutcome }) =>
      change(step, async (deps, known) => {
        const dueOn = known.coming.filter((_, place) => places.includes(place)).map((each) => each.dueOn)
        if (dueOn.length > 0) await skipPayments(deps, { ...planOf(known), dueOn, outcome }, actor)
      }),
    undo: (step: Step, { which }: { which: number }) =>
      change(step, async (deps, known) => {
        const made = known.changes[which % Math.max(1, known.changes.length)]
        if (made) await undoChange(deps, { accountId, changeId: made.id }, actor)
      }),
    /** Within what is left, as the portal sees to it. */
    payExtra: (step: Step, { sum, outcome }: { sum: Cents; outcome: ExtraOutcome }) =>
      change(step, async (deps, known) => {
        const institutionId = schoolId('Wattle Grove College')
        const wish = { ...planOf(known), institutionId, amount: sum, outcome }
        const extra = await readExtra(deps, wish)
        await family.pay({ ...step, sum, source: 0, extra: { ...extra, byId: customerId } })
      }),
    hold: (step: Step) =>
      family.as(step, (deps) => askForCare(deps, { accountId, answers, words: null }, actor)),
    endHold: (step: Step) =>
      family.as(step, async (deps) => {
        const request = await findOpenRequest(db, accountId)
        if (request) await withdrawCare(deps, { accountId, reference: careReference(request.number) }, actor)
      }),
    /** A run of our jobs, as it comes every few minutes. */
    run: (step: Step) =>
      family.as(step, async (deps) => {
        await runRepayments(deps)
        await lookAtDuePayments(deps)
      }),
    /** Noon of a later day; letters and the provider's news have come by then. */
    async pass(days: number) {
      await deliverLetters()
      const day = addDays(dateIn('AU', clock()), days)
      await family.goTo(new Date(startOfDay(day, 'AU').getTime() + 12 * hourMs))
      await deliverLetters()
    },
    /** Runs without trouble until nothing of the plan is left to collect. */
    async calmDown() {
      for (let round = 0; round < 150; round += 1) {
        await this.run({ answer: 'clear', dies: undefined })
        // Never the same day of the week: nothing is collected on some of them.
        await this.pass(3)
        const left = await db.many(sql`
          select from instalment
          where account_id = ${accountId} and status not in ('Paid', 'Cancelled', 'Overdue')`)
        if (left.length === 0) return
      }
    },
    /** Other families of this world must not be collected in this one's time. */
    async leave() {
      await db.run(sql`update account set status = 'Inactive' where id = ${accountId}`)
      family.close()
    },
    planViolations: () => planViolations(db, accountId),
    total: () =>
      db.first<{ total: number; paidOrOverdue: number }>(sql`
        select version.total_minor as total,
          (select coalesce(sum(amount_minor), 0)::bigint from instalment
            where instalment.account_id = plan.account_id and instalment.status in ('Paid', 'Overdue')) as "paidOrOverdue"
        from plan join plan_version version on version.account_id = plan.account_id and version.plan_id = plan.id
          and version.version = plan.version
        where plan.account_id = ${accountId}`),
  }
}

/** What must be true of a plan at any moment, in words where it is not. */
async function planViolations(db: Db, accountId: string): Promise<string[]> {
  const rows = await db.many<{ what: string; day: CalendarDate | null }>(sql`
    select 'the payments do not come to the total' as what, null::date as day
    from plan join plan_version version on version.account_id = plan.account_id and version.plan_id = plan.id
      and version.version = plan.version
    where plan.account_id = ${accountId} and version.total_minor <> (
      select coalesce(sum(amount_minor), 0) from instalment
      where instalment.account_id = plan.account_id and instalment.plan_id = plan.id and status <> 'Cancelled')
    union all
    select 'two debits of one payment have succeeded or are under way', instalment.due_on
    from instalment join payment on payment.account_id = instalment.account_id
      and payment.plan_id = instalment.plan_id and payment.instalment_seq = instalment.seq
    where instalment.account_id = ${accountId} and payment.status in ('Created', 'Sent', 'Unknown', 'Processing', 'Succeeded')
    group by instalment.plan_id, instalment.seq, instalment.due_on having count(*) > 1
    union all
    select 'collected before its day', due_on from instalment
    where account_id = ${accountId} and collected_on < collect_on
    union all
    select 'collected without its notice', due_on from instalment
    where account_id = ${accountId} and status = 'Collecting' and noticed_on is null
    union all
    select 'collected while on hold', instalment.due_on
    from instalment join payment on payment.account_id = instalment.account_id
        and payment.plan_id = instalment.plan_id and payment.instalment_seq = instalment.seq
      join account_hold hold on hold.account_id = instalment.account_id
    where instalment.account_id = ${accountId} and payment.created_at > hold.started_at
      and payment.created_at < coalesce(hold.ended_at, 'infinity')
    union all
    select 'a move that was made is not there', (details->>'dueOn')::date from plan_change change
    where account_id = ${accountId} and kind = 'Move' and status = 'Made' and not exists (
      select from instalment where instalment.account_id = change.account_id
        and instalment.due_on = (change.details->>'dueOn')::date)
      and not exists (
        select from plan_change later where later.account_id = change.account_id and later.made_at > change.made_at
          and later.kind in ('Skip', 'Extra') and later.status = 'Made')`)
  return rows.map(({ what, day }) => (day ? `${what}: ${day}` : what))
}
