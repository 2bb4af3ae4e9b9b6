import { randomUUID } from 'node:crypto'
import type { Care } from '#contract/care.ts'
import { addDays, calendarDate, dateIn, startOfDay, type CalendarDate } from '#domain/calendar/calendar.ts'
import { careReference } from '#domain/care.ts'
import type { Cents } from '#domain/money.ts'
import type { Arrangement } from '#domain/plan/changes/arrangement.ts'
import type { ExtraOutcome } from '#domain/plan/changes/extra.ts'
import type { SkipOutcome } from '#domain/plan/changes/skip.ts'
import { declineCare, offerArrangement } from '#server/plans/care/care-desk.ts'
import { acceptOffer, requestChange } from '#server/plans/care/care-offers.ts'
import { findOpenRequest } from '#server/plans/care/care.store.ts'
import { requestCare, withdrawCare } from '#server/plans/care/care-requests.ts'
import { readCare } from '#server/plans/care/read-care.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Db } from '#server/platform/database/open.ts'
import { sql } from '#server/platform/database/sql.ts'
import { checkExtra } from '#server/plans/plan-changes/check-extra.ts'
import { readFlexible, type FlexibleFacts } from '#server/plans/plan-changes/flexible-plan.ts'
import { chooseMethodOfPayment } from '#server/plans/plan-changes/method-of-payment.ts'
import { moveFailedPayment } from '#server/plans/plan-changes/move-failed-payment.ts'
import { movePayment } from '#server/plans/plan-changes/move-payment.ts'
import { payWithMethod } from '#server/plans/plan-changes/pay-with-method.ts'
import { skipPayments } from '#server/plans/plan-changes/skip-payments.ts'
import { undoChange } from '#server/plans/plan-changes/undo-change.ts'
import { planMaterial } from '#server/plans/payment-schedule/plan-material.ts'
import { lookAtDuePayments } from '#server/books/payments/look.ts'
import { runRepayments } from '#server/plans/repayments/run-repayments.ts'
import type { StaffActor } from '#server/people/audit/staff-audit.ts'
import type { Account } from '../demo/account.ts'
import { schoolId } from '../demo/schools.ts'
import { bankAccount, visaCredit } from '../demo/sources.ts'
import type { World } from './payment-world.ts'

/** How an operation goes: whether the provider answers, and after how many statements our process dies. */
export type Step = { answer: string; dies: number | undefined }

/** A place in a list that a family counts on in a circle. */
const at = <T>(list: readonly T[], which: number): T | undefined => list[which % Math.max(1, list.length)]

const tuitionYear = 2027
const startsAt = '2027-02-15T02:00:00Z'
const hourMs = 60 * 60_000
const answers = { why: 'LessWork', lasts: 'Months', amount: 100, every: 'Month', reach: 'Email' } as const

export type PlanFamily = Awaited<ReturnType<typeof planFamily>>

/** One method pays the plan, another can, and a third looks as if it could. */
function sourcesOf(paysByCard: boolean): Account['sources'] {
  const refused = { ...visaCredit(), providerId: 'pm_card_chargeCustomerFail' }
  return paysByCard ? [visaCredit(), bankAccount(), refused] : [bankAccount(), visaCredit(), refused]
}

/** A family whose plan runs, and which changes it while our runs collect from it and things go wrong. */
export async function planFamily(world: World, { paysByCard }: { paysByCard: boolean }) {
  const family = await world.family(
    { plans: [{ status: 'Current' }], sources: sourcesOf(paysByCard), bpay: false },
    startsAt,
  )
  const staff = await addHelper(family.db, family.clock())
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

  async function answer(step: Step, work: (deps: Deps, careId: string) => Promise<unknown>) {
    const request = await findOpenRequest(db, accountId)
    if (request) await family.as(step, (deps) => work(deps, request.id))
  }

  type Offer = NonNullable<NonNullable<Care['request']>['offer']>
  const offer = (step: Step, work: (deps: Deps, shown: Offer) => Promise<unknown>) =>
    family.as(step, async (deps) => {
      const { request } = await readCare(deps, { accountId, readerId: customerId })
      if (request?.offer) await work(deps, request.offer)
    })

  type Failed = { accountId: string; planId: string; dueOn: CalendarDate }
  async function failed(step: Step, which: number, work: (deps: Deps, payment: Failed) => Promise<unknown>) {
    const rows = await db.many<Failed>(sql`
      select account_id as "accountId", plan_id as "planId", due_on as "dueOn" from instalment
      where account_id = ${accountId} and status in ('Retrying', 'Overdue') order by due_on, seq`)
    const payment = at(rows, which)
    if (payment) await family.as(step, (deps) => work(deps, payment))
  }

  const sourceIds = async () => {
    const rows = await db.many<{ id: string }>(sql`
      select id from repayment_source where account_id = ${accountId} order by created_at, id`)
    return rows.map(({ id }) => id)
  }

  return {
    ...family,
    move: (step: Step, { which, days }: { which: number; days: number }) =>
      change(step, async (deps, known) => {
        const payment = at(known.coming, which)
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
        const made = at(known.changes, which)
        if (made) await undoChange(deps, { accountId, changeId: made.id }, actor)
      }),
    /** Within what is left, as the portal sees to it. */
    payExtra: (step: Step, { sum, outcome }: { sum: Cents; outcome: ExtraOutcome }) =>
      change(step, async (deps, known) => {
        const institutionId = schoolId('Wattle Grove College')
        const wish = { ...planOf(known), institutionId, amount: sum, outcome }
        const extra = await checkExtra(deps, wish)
        await family.pay({ ...step, sum, source: 0, extra: { ...extra, byId: customerId } })
      }),
    hold: (step: Step) =>
      family.as(step, (deps) => requestCare(deps, { accountId, answers, words: null }, actor)),
    endHold: (step: Step) =>
      family.as(step, async (deps) => {
        const request = await findOpenRequest(db, accountId)
        if (request) await withdrawCare(deps, { accountId, reference: careReference(request.number) }, actor)
      }),
    /** Our people answer: lower payments for a while, or no. */
    propose: (step: Step, arrangement: Arrangement) =>
      answer(step, (deps, careId) =>
        offerArrangement(deps, staff, { careId, arrangement, note: 'Like this?' }),
      ),
    decline: (step: Step) =>
      answer(step, (deps, careId) => declineCare(deps, staff, { careId, note: 'We cannot.' })),
    /** As the page shows the proposal just now. */
    accept: (step: Step) =>
      offer(step, async (deps, { id, preview }) => {
        const firstOn = preview?.after[0]?.date
        if (!preview || !firstOn) return
        const shown = { accountId, offerId: id, version: preview.version, firstOn: calendarDate(firstOn) }
        await acceptOffer(deps, { ...shown, textVersion: undefined }, actor)
      }),
    askForAnother: (step: Step) =>
      offer(step, (deps, { id }) =>
        requestChange(deps, { accountId, offerId: id, words: 'Less, please.' }, actor),
      ),
    /** One coming payment from another method, which may be the one that is refused. */
    chooseMethod: (step: Step, { which, source }: { which: number; source: number }) =>
      change(step, async (deps, known) => {
        const payment = at(known.coming, which)
        const sourceId = at(await sourceIds(), source)
        if (!payment || !sourceId) return
        await chooseMethodOfPayment(deps, { ...planOf(known), dueOn: payment.dueOn, sourceId }, actor)
      }),
    moveFailed: (step: Step, { which, days }: { which: number; days: number }) =>
      failed(step, which, (deps, payment) =>
        moveFailedPayment(deps, { ...payment, to: addDays(dateIn('AU', clock()), days) }, actor),
      ),
    payFailedFrom: (step: Step, { which, source }: { which: number; source: number }) =>
      failed(step, which, async (deps, payment) => {
        const sourceId = at(await sourceIds(), source)
        if (sourceId) await payWithMethod(deps, { ...payment, sourceId }, actor)
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

/** One of our people who answers requests for help. */
async function addHelper(db: Db, now: Date): Promise<StaffActor> {
  const staffId = randomUUID()
  const email = `${staffId}@larkwell.example`
  await db.run(sql`
    insert into staff (id, email, name, role, created_at) values (${staffId}, ${email}, 'Sam', 'operations', ${now})`)
  const staff = {
    staffId,
    sessionId: staffId,
    sessionEndsAt: new Date(0),
    email,
    name: 'Sam',
    role: 'operations',
  } as const
  return { staff, requestId: 'simulation', reason: 'Simulated' }
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
    where instalment.account_id = ${accountId} and (payment.is_under_way or payment.status = 'Succeeded')
    group by instalment.plan_id, instalment.seq, instalment.due_on having count(*) > 1
    union all
    select 'collected before its day', instalment.due_on
    from instalment join payment on payment.account_id = instalment.account_id and payment.id = instalment.payment_id
    where instalment.account_id = ${accountId} and payment.kind = 'Instalment' and collected_on < collect_on
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
        select from plan_change later where later.account_id = change.account_id and later.version > change.version
          and later.kind in ('Skip', 'Extra', 'Arrangement') and later.status = 'Made')`)
  return rows.map(({ what, day }) => (day ? `${what}: ${day}` : what))
}
