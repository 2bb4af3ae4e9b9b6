import type { PaymentPlan, PaymentSchedule } from '#contract/payment-schedule.ts'
import { addDays, dateIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import { normalised, type SentVariances } from '#domain/plan/fee-variances.ts'
import { cents } from '#domain/money.ts'
import { calculatePlan, instalmentsOf, type PlanChoices, type PlanOverrides } from '#domain/plan/plan.ts'
import {
  collectionDate,
  planTransitions,
  type Frequency,
  type PlanStatus,
} from '#domain/plan/payment-schedule.ts'
import { fieldRefusal, Refusal } from '#domain/refusal.ts'
import { checkTransition } from '#domain/transitions.ts'
import { advanceSetup } from '../../people/accounts/setup-steps.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { BasicDeps, Deps } from '../../platform/deps.ts'
import {
  recordAction,
  recordView,
  reasonForLetter,
  type Viewer,
  type StaffActor,
} from '../../people/audit/staff-audit.ts'
import { settleAll } from './declared-discounts.ts'
import type { StoredPlan } from './plan-facts.reads.ts'
import { writeOfDecision } from './plan-letters.ts'
import { planMaterial, readStoredPlan, type MaterialOfAccount } from './plan-material.ts'
import { noteRhythmOfChange, setPlanStatus } from './plan.store.ts'
import { replacePayments } from './replace-payments.ts'
import { findTuitionYear } from './plan.reads.ts'
import { closeReviewsOf } from '../../people/reviews/reviews.ts'
import { lockPlans, putPlan } from './put-plan.ts'
import { changesOf } from './save-plan.ts'
import { storedPlanReply } from './stored-plan.ts'

/** The plan that staff decide on. */
export type PlanRef = { accountId: string; planId: string }

/** The data for the decision. */
export async function showPlan(
  { db, clock }: BasicDeps,
  viewer: Viewer,
  { accountId, tuitionYear }: { accountId: string; tuitionYear: number },
): Promise<PaymentSchedule> {
  const plan = await readStoredPlan(db, accountId, tuitionYear)
  const now = clock()
  await recordView({ db, clock }, viewer, { subjectIds: [accountId], action: 'PlanShown' })
  return plan ? storedPlanReply(plan, null, now) : { planStatus: 'None', planYear: tuitionYear }
}

/** Approves the family's plan as requested, with another first date if the chosen one has passed meanwhile. */
export async function approvePlan(
  deps: Deps,
  actor: StaffActor,
  request: PlanRef & { startDate?: CalendarDate },
): Promise<PaymentPlan> {
  return decide(deps, request, async (tx, material, plan, now) => {
    if (plan.status !== 'ManualReview') throw new Refusal('already_decided')
    const { accountId } = request
    const { region, calendar } = material
    const today = dateIn(region, now)
    const startDate = request.startDate ?? plan.startDate
    if (plan.repaymentCount > 0) refuseFarStart(startDate, today)
    const hasPassed = plan.repaymentCount > 0 && collectionDate(startDate, calendar) <= today
    if (hasPassed) throw new Refusal('plan_start_passed')
    await closeReviewsOf(tx, { accountId, subjectId: request.planId, status: 'Approved', actor, at: now })
    if (startDate === plan.startDate) {
      await replacePayments(tx, request, instalmentsOfStored(material, plan))
      await setPlanStatus(tx, { accountId, id: plan.id, status: 'Saved' })
      await noteRhythmOfChange(tx, accountId, plan.frequency)
    } else {
      const choices = { ...choicesOfStored(plan), startDate }
      const moved = calculatePlan(material, choices, overridesOfStored(plan))
      if (!moved) throw new Refusal('no_fees')
      await putPlan(tx, material, moved, { status: 'Saved', ...by(actor), at: now, declared: [] })
    }
    await settleAll(tx, request, 'Confirmed', { staffId: actor.staff.staffId, at: now })
    await recordAction(tx, actor, {
      subjectId: accountId,
      action: 'PlanApproved',
      at: now,
      details: { planId: plan.id, startDate },
    })
    await writeOfDecision(tx, deps, accountId, {
      tuitionYear: plan.tuitionYear,
      outcome: 'Approved',
      ...reasonForLetter(actor, 'Approved'),
      ...(plan.repaymentCount > 0 && {
        first: {
          on: collectionDate(startDate, calendar),
          instead: startDate === plan.startDate ? null : plan.startDate,
        },
      }),
    })
  })
}

/** Declines the plan: it becomes an estimate again, with the reason for the family. */
export async function declinePlan(deps: Deps, actor: StaffActor, ref: PlanRef): Promise<PaymentPlan> {
  return decide(deps, ref, async (tx, _material, plan, now) => {
    if (plan.status !== 'ManualReview') throw new Refusal('already_decided')
    const { accountId } = ref
    await closeReviewsOf(tx, { accountId, subjectId: ref.planId, status: 'Declined', actor, at: now })
    await setPlanStatus(tx, { accountId, id: plan.id, status: 'Draft' })
    await settleAll(tx, ref, 'Withdrawn', { staffId: actor.staff.staffId, at: now })
    const details = { planId: plan.id }
    await recordAction(tx, actor, { subjectId: accountId, action: 'PlanDeclined', at: now, details })
    await writeOfDecision(tx, deps, accountId, {
      tuitionYear: plan.tuitionYear,
      outcome: 'Declined',
      ...reasonForLetter(actor, 'Declined'),
    })
  })
}

/** Takes back a decision of staff: nothing is promised, and the plan waits for review again. */
export async function returnToReview(
  tx: Transaction,
  { accountId, planId }: PlanRef,
  status: PlanStatus,
): Promise<void> {
  checkTransition('A plan', planTransitions, status, 'ManualReview')
  await replacePayments(tx, { accountId, planId }, [])
  await setPlanStatus(tx, { accountId, id: planId, status: 'ManualReview' })
}

/** The options of staff: any rhythm, any length, discounts without proof, and what the plan covers. */
export type PlanChange = {
  accountId: string
  tuitionYear: number
  frequency: Frequency
  /** Of the first payment that is still to be made. */
  startDate: CalendarDate
  /** How many payments are still to be made. */
  count: number
  /** Left out, those of the plan stay. */
  variances?: SentVariances | null
  coverFrom?: CalendarDate | null
  coversOutstandingFees?: boolean
  /** As the plan was when staff looked at it. */
  version?: number | null
}

/**
 * The latest start: business days are known for some years only. No collection moves by two weeks, and no plan begins
 * in five years.
 */
function refuseFarStart(startDate: CalendarDate, today: CalendarDate): void {
  if (addDays(startDate, 14) < today) throw new Refusal('plan_start_passed')
  if (startDate > addDays(today, 5 * 365))
    throw fieldRefusal({ startDate: 'This is more than five years away' })
}

/**
 * Saves a plan made by staff, before or while it runs. Payments that are made, under way or owing are unchanged, and
 * the rest of the total is spread over the new ones.
 */
export async function changePlan(deps: Deps, actor: StaffActor, change: PlanChange): Promise<PaymentPlan> {
  const { accountId, tuitionYear } = change
  return deps.db.transaction(async (tx) => {
    await lockPlans(tx, accountId)
    const now = deps.clock()
    const material = await planMaterial(tx, { accountId, tuitionYear, now })
    const { plan, account } = material
    if (plan?.status === 'Completed') throw new Refusal('plan_locked')
    if (change.version !== undefined && change.version !== (plan?.version ?? null))
      throw new Refusal('plan_changed')
    const today = dateIn(account.region, now)
    refuseFarStart(change.startDate, today)
    if (collectionDate(change.startDate, material.calendar) <= today) throw new Refusal('plan_start_passed')
    const choices: PlanChoices = {
      tuitionYear,
      frequency: change.frequency,
      startDate: change.startDate,
      count: change.count,
      variances: normalised(change.variances === undefined ? plan?.variances : change.variances),
    }
    const changed = withStaffFields(() =>
      calculatePlan(material, choices, {
        ...(change.coverFrom === undefined ? {} : { coverFrom: change.coverFrom }),
        ...(change.coversOutstandingFees === undefined
          ? {}
          : { coversOutstandingFees: change.coversOutstandingFees }),
      }),
    )
    if (!changed) throw new Refusal('no_fees')
    const wasInReview =
      plan !== null &&
      (await closeReviewsOf(tx, { accountId, subjectId: plan.id, status: 'Approved', actor, at: now }))
    const status = plan?.status === 'Current' ? 'Current' : 'Saved'
    // What staff enter is granted; what they leave as it is keeps waiting for its own decision.
    const declared =
      change.variances === undefined && !wasInReview
        ? (plan?.discounts.filter((discount) => discount.status === 'Declared') ?? [])
        : []
    const saved = await putPlan(tx, material, changed, { status, ...by(actor), at: now, declared })
    await recordAction(tx, actor, {
      subjectId: accountId,
      action: wasInReview ? 'PlanChangedInReview' : 'PlanChanged',
      at: now,
      details: { planId: saved.planId, version: String(saved.version), ...changesOf(plan, changed) },
    })
    await writeOfDecision(tx, deps, accountId, { tuitionYear, outcome: 'Changed', reason: actor.reason })
    await advanceSetup(tx, deps, accountId)
    return readPlan(tx, { accountId, tuitionYear, now })
  })
}

/** Names the fields in a refusal as in the staff's own form. */
function withStaffFields<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof Refusal) || !error.fields) throw error
    const fields = Object.entries(error.fields).map(([field, why]) => [
      field === 'paymentSchedule.repaymentCount' ? 'count' : field,
      why,
    ])
    throw new Refusal(error.code, { fields: Object.fromEntries(fields) })
  }
}

/** Finds and locks the plan, runs the decision, and advances the set-up of the account. */
async function decide(
  deps: Deps,
  { accountId, planId }: PlanRef,
  decision: (tx: Transaction, material: MaterialOfAccount, plan: StoredPlan, now: Date) => Promise<void>,
): Promise<PaymentPlan> {
  return deps.db.transaction(async (tx) => {
    await lockPlans(tx, accountId)
    const tuitionYear = await findTuitionYear(tx, accountId, planId)
    if (tuitionYear === undefined) throw new Refusal('not_found')
    const now = deps.clock()
    const material = await planMaterial(tx, { accountId, tuitionYear, now })
    if (!material.plan) throw new Refusal('not_found')
    await decision(tx, material, material.plan, now)
    await advanceSetup(tx, deps, accountId)
    return readPlan(tx, { accountId, tuitionYear, now })
  })
}

async function readPlan(
  tx: Transaction,
  { accountId, tuitionYear, now }: { accountId: string; tuitionYear: number; now: Date },
): Promise<PaymentPlan> {
  const plan = await readStoredPlan(tx, accountId, tuitionYear)
  if (!plan) throw new Refusal('not_found')
  return storedPlanReply(plan, null, now)
}

const by = ({ staff }: StaffActor) => ({ savedBy: 'Staff', savedById: staff.staffId }) as const

export function choicesOfStored(plan: StoredPlan): PlanChoices {
  return {
    tuitionYear: plan.tuitionYear,
    frequency: plan.frequency,
    startDate: plan.startDate,
    count: plan.repaymentCount,
    variances: normalised(plan.variances),
  }
}

export function overridesOfStored(plan: StoredPlan): PlanOverrides {
  return { coverFrom: plan.coverFrom, coversOutstandingFees: plan.outstandingFeesCovered }
}

/** Staff promise the amounts that they have seen: those of the saved version, not of a new calculation. */
export function instalmentsOfStored({ calendar, schedules }: MaterialOfAccount, plan: StoredPlan) {
  const { repaymentCount: count, periodicAmountMinor: each, frequency, startDate } = plan
  const last = cents(plan.totalMinor - (count - 1) * each)
  const terms = schedules.find(({ year }) => year === plan.tuitionYear)?.terms ?? []
  return instalmentsOf({ frequency, startDate, count }, { each, last }, { calendar, terms })
}
