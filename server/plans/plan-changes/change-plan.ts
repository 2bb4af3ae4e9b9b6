import type { PaidExtra } from '../payment-schedule/plan.reads.ts'
import { lockPlans } from '../payment-schedule/put-plan.ts'
import { randomUUID } from 'node:crypto'
import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cents } from '#domain/money.ts'
import type { ComingPayment } from '#domain/plan/changes/coming.ts'
import { changedPayments, type ChangeDetails } from '#domain/plan/changes/plan-change.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import { planMaterial } from '../payment-schedule/plan-material.ts'
import { findTuitionYear } from '../payment-schedule/plan.reads.ts'
import { putRemaining, type Changer } from '../payment-schedule/put-remaining.ts'
import type { SeenText } from '../../people/texts/texts.ts'
import { readFlexible, type FlexibleFacts } from './flexible-plan.ts'
import { insertChange } from './plan-changes.store.ts'

export type PlanToChange = {
  accountId: string
  planId: string
  version: number
  /** The version of the text that was on the screen. */
  textVersion?: number | undefined
}

type PlanKey = { accountId: string; planId: string }

/**
 * Reads everything about a running plan under the lock: two parents, or a run of repayments, may change it at once.
 * While its payments are on hold, families can only change it by accepting an arrangement.
 */
export async function lockFlexible(
  tx: Transaction,
  deps: Pick<Deps, 'clock'>,
  which: PlanKey,
): Promise<FlexibleFacts> {
  const facts = await lockRunning(tx, deps, which)
  if (facts.plan.isHeld) throw new Refusal('payments_held')
  return facts
}

/** Locks a plan for a change by its family, who cannot change a plan that is blocked until staff step in. */
export async function lockOwnPlan(
  tx: Transaction,
  deps: Pick<Deps, 'clock'>,
  which: PlanKey,
): Promise<FlexibleFacts> {
  const facts = await lockFlexible(tx, deps, which)
  if (facts.plan.isBlocked) throw new Refusal('plan_not_editable')
  return facts
}

/** Locks a running plan even while its payments are on hold. */
export async function lockRunning(
  tx: Transaction,
  deps: Pick<Deps, 'clock'>,
  which: PlanKey,
): Promise<FlexibleFacts> {
  await lockPlans(tx, which.accountId)
  const facts = await findFlexible(tx, deps, which)
  if (!facts) throw new Refusal('plan_changed')
  return facts
}

/** Locks the running plan of a year. */
export async function lockFlexibleOfYear(
  tx: Transaction,
  deps: Pick<Deps, 'clock'>,
  { accountId, tuitionYear }: { accountId: string; tuitionYear: number },
): Promise<FlexibleFacts> {
  await lockPlans(tx, accountId)
  const now = deps.clock()
  const { plan } = await planMaterial(tx, { accountId, tuitionYear, now })
  const facts = await readFlexible(tx, { accountId, plan, now })
  if (!facts) throw new Refusal('plan_changed')
  if (facts.plan.isHeld) throw new Refusal('payments_held')
  return facts
}

/** Reads a plan with everything that its changes need. Undefined if the plan is not running. */
export async function findFlexible(
  db: Db,
  deps: Pick<Deps, 'clock'>,
  { accountId, planId }: PlanKey,
): Promise<FlexibleFacts | undefined> {
  const tuitionYear = await findTuitionYear(db, accountId, planId)
  if (tuitionYear === undefined) throw new Refusal('not_found')
  const now = deps.clock()
  const { plan } = await planMaterial(db, { accountId, tuitionYear, now })
  return readFlexible(db, { accountId, plan, now })
}

/** Refuses a change that was chosen while looking at an older version of the plan. */
export function refuseOtherVersion({ plan }: FlexibleFacts, version: number): void {
  if (plan.version !== version) throw new Refusal('plan_changed')
}

type Change = {
  accountId: string
  rest: readonly ComingPayment[]
  details: ChangeDetails
  undoUntil: CalendarDate | null
  extra?: PaidExtra
  periodic?: Cents | undefined
  /** The text that was on the screen; absent where there was none. */
  seen?: SeenText
}

/** Makes a change, and stores the previous payments so that it can be undone. */
export async function makeChange(
  tx: Transaction,
  { plan, coming }: FlexibleFacts,
  { accountId, rest, details, undoUntil, extra, periodic, seen }: Change,
  changer: Changer & { at: Date },
): Promise<string> {
  const version = await putRemaining(tx, { accountId, plan, rest, periodic, extra }, changer)
  const id = randomUUID()
  await insertChange(tx, {
    ...changedPayments(coming, rest),
    accountId,
    id,
    planId: plan.id,
    status: 'Made',
    madeBy: changer.by,
    madeById: changer.id,
    madeAt: changer.at,
    version,
    undoUntil,
    reason: null,
    details,
    seen: seen ?? null,
  })
  return id
}
