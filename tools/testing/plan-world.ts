import { randomUUID } from 'node:crypto'
import type { Care } from '#contract/care.ts'
import type { ExtraRequest } from '#contract/pay-now.ts'
import { addDays, calendarDate, dateIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import { careReference } from '#domain/care.ts'
import { cents, sumOf, type Cents } from '#domain/money.ts'
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
import { readFlexible, type FlexibleFacts } from '#server/plans/plan-changes/flexible-plan.ts'
import { chooseMethodOfPayment } from '#server/plans/plan-changes/method-of-payment.ts'
import { moveFailedPayment } from '#server/plans/plan-changes/move-failed-payment.ts'
import { movePayment } from '#server/plans/plan-changes/move-payment.ts'
import { payWithMethod } from '#server/plans/plan-changes/pay-with-method.ts'
import { skipPayments } from '#server/plans/plan-changes/skip-payments.ts'
import { undoChange } from '#server/plans/plan-changes/undo-change.ts'
import { planMaterial } from '#server/plans/payment-schedule/plan-material.ts'
import type { StaffActor } from '#server/people/audit/staff-audit.ts'

/** How an operation goes: whether the provider answers, and after how many statements our process dies. */
export type Step = { answer: string; dies: number | undefined }

/** A place in a list that a family counts on in a circle. */
const at = <T>(list: readonly T[], which: number): T | undefined => list[which % Math.max(1, list.length)]

const tuitionYear = 2027
const answers = { why: 'LessWork', lasts: 'Months', amount: 100, every: 'Month', reach: 'Email' } as const

/** A family in a world, and how our own code runs for it in a process that may die. */
type Changing = {
  accountId: string
  customerId: string
  db: Db
  clock: () => Date
  as(step: Step, work: (deps: Deps) => Promise<unknown>): Promise<unknown>
}

/** How a family changes its running plan, and how our people answer its requests for help. */
export function planChanges({ accountId, customerId, db, clock, as }: Changing, staff: StaffActor) {
  const actor = { customerId, impersonatorEmail: null, requestId: 'simulation' }
  const facts = async (): Promise<FlexibleFacts | undefined> => {
    const now = clock()
    const { plan } = await planMaterial(db, { accountId, tuitionYear, now })
    return readFlexible(db, { accountId, plan, now })
  }

  async function change(step: Step, work: (deps: Deps, known: FlexibleFacts) => Promise<unknown>) {
    const known = await facts()
    if (known) await as(step, (deps) => work(deps, known))
  }
  const planOf = ({ plan }: FlexibleFacts) => ({ accountId, planId: plan.id, version: plan.version })

  async function answer(step: Step, work: (deps: Deps, careId: string) => Promise<unknown>) {
    const request = await findOpenRequest(db, accountId)
    if (request) await as(step, (deps) => work(deps, request.id))
  }

  type Offer = NonNullable<NonNullable<Care['request']>['offer']>
  const offer = (step: Step, work: (deps: Deps, shown: Offer) => Promise<unknown>) =>
    as(step, async (deps) => {
      const { request } = await readCare(deps, { accountId, readerId: customerId })
      if (request?.offer) await work(deps, request.offer)
    })

  type Failed = { accountId: string; planId: string; dueOn: CalendarDate }
  async function failed(step: Step, which: number, work: (deps: Deps, payment: Failed) => Promise<unknown>) {
    const rows = await db.many<Failed>(sql`
      select account_id as "accountId", plan_id as "planId", due_on as "dueOn" from instalment
      where account_id = ${accountId} and status in ('Retrying', 'Overdue') order by due_on, seq`)
    const payment = at(rows, which)
    if (payment) await as(step, (deps) => work(deps, payment))
  }

  const sourceIds = async () => {
    const rows = await db.many<{ id: string }>(sql`
      select id from repayment_source where account_id = ${accountId} order by created_at, id`)
    return rows.map(({ id }) => id)
  }

  return {
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
    /** Pays more than is asked for, within what is left, as the portal sees to it. */
    payExtra: (
      step: Step,
      pay: (deps: Deps, extra: ExtraRequest, left: Cents) => Promise<unknown>,
      outcome: ExtraOutcome,
    ) =>
      change(step, (deps, known) => {
        const { plan, coming, extraOnItsWay } = known
        return pay(
          deps,
          { planId: plan.id, version: plan.version, outcome },
          cents(sumOf(coming) - extraOnItsWay),
        )
      }),
    hold: (step: Step) => as(step, (deps) => requestCare(deps, { accountId, answers, words: null }, actor)),
    endHold: (step: Step) =>
      as(step, async (deps) => {
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
  }
}

/** One of our people who answers requests for help. */
export async function addHelper(db: Db, now: Date): Promise<StaffActor> {
  const staffId = randomUUID()
  const email = `${staffId}@larkwell.example`
  await db.run(sql`
    insert into staff (id, email, name, role, created_at) values (${staffId}, ${email}, 'Sam', 'admin', ${now})`)
  const staff = {
    staffId,
    sessionId: staffId,
    sessionEndsAt: new Date(0),
    email,
    name: 'Sam',
    role: 'admin',
  } as const
  return { staff, requestId: 'simulation', reason: 'Simulated' }
}

/** What must be true of plans at any moment, in words where it is not. */
export async function planViolations(db: Db, accountIds: readonly string[]): Promise<string[]> {
  const rows = await db.many<{ what: string; day: CalendarDate | null }>(sql`
    select 'the payments do not come to the total' as what, null::date as day
    from plan join plan_version version on version.account_id = plan.account_id and version.plan_id = plan.id
      and version.version = plan.version
    where plan.account_id = any(${accountIds}::uuid[]) and version.total_minor <> (
      select coalesce(sum(amount_minor), 0) from instalment
      where instalment.account_id = plan.account_id and instalment.plan_id = plan.id)
    union all
    select 'collected before its day', instalment.due_on
    from instalment join payment on payment.account_id = instalment.account_id and payment.id = instalment.payment_id
    where instalment.account_id = any(${accountIds}::uuid[]) and payment.kind = 'Instalment'
      and collected_on < collect_on
    union all
    select 'a move that was made is not there', (details->>'dueOn')::date from plan_change change
    where account_id = any(${accountIds}::uuid[]) and kind = 'Move' and status = 'Made' and not exists (
      select from instalment where instalment.account_id = change.account_id
        and instalment.due_on = (change.details->>'dueOn')::date)
      and not exists (
        select from plan_change later where later.account_id = change.account_id and later.version > change.version
          and later.kind in ('Skip', 'Extra', 'Arrangement') and later.status = 'Made')`)
  return rows.map(({ what, day }) => (day ? `${what}: ${day}` : what))
}
