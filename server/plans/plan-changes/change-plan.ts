import { randomUUID } from 'node:crypto'
import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cents } from '#domain/money.ts'
import type { ComingPayment } from '#domain/plan/changes/coming.ts'
import { changedPayments, type ChangeDetails } from '#domain/plan/changes/plan-change.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import { planMaterial } from '../payment-schedule/plan-material.ts'
import { findTuitionYear, lockPlans } from '../payment-schedule/put-plan.ts'
import { putRest, type Changer, type PaidExtra } from '../payment-schedule/put-rest.ts'
import type { SeenText } from '../../people/texts/texts.ts'
import { readFlexible, type FlexibleFacts } from './flexible-plan.ts'
import { insertChange } from './plan-changes.store.ts'

export { putRest, type Changer } from '../payment-schedule/put-rest.ts'

export type PlanToChange = {
  accountId: string
  planId: string
  version: number
  /** Of the text that was on the screen. */
  textVersion?: number | undefined
}

type WhichPlan = { accountId: string; planId: string }

/**
 * Everything about a running plan, under the lock: two parents, or a run of repayments, may change it at once. While its
 * payments are on hold, families change nothing of it but by accepting what we propose.
 */
export async function lockFlexible(
  tx: Transaction,
  deps: Pick<Deps, 'clock'>,
  which: WhichPlan,
): Promise<FlexibleFacts> {
  const facts = await lockRunning(tx, deps, which)
  if (facts.plan.isHeld) throw new Refusal('payments_held')
  return facts
}

/** The same for a family. Where our people must step in first, it changes nothing by itself. */
export async function lockOwnPlan(
  tx: Transaction,
  deps: Pick<Deps, 'clock'>,
  which: WhichPlan,
): Promise<FlexibleFacts> {
  const facts = await lockFlexible(tx, deps, which)
  if (facts.plan.isBlocked) throw new Refusal('plan_not_editable')
  return facts
}

/** The same while payments are on hold. */
export async function lockRunning(
  tx: Transaction,
  deps: Pick<Deps, 'clock'>,
  which: WhichPlan,
): Promise<FlexibleFacts> {
  await lockPlans(tx, which.accountId)
  const facts = await findFlexible(tx, deps, which)
  if (!facts) throw new Refusal('plan_changed')
  return facts
}

/** The same for a plan that is known by its year. */
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

/** Undefined where the plan does not run. */
export async function findFlexible(
  db: Db,
  deps: Pick<Deps, 'clock'>,
  { accountId, planId }: WhichPlan,
): Promise<FlexibleFacts | undefined> {
  const tuitionYear = await findTuitionYear(db, accountId, planId)
  if (tuitionYear === undefined) throw new Refusal('not_found')
  const now = deps.clock()
  const { plan } = await planMaterial(db, { accountId, tuitionYear, now })
  return readFlexible(db, { accountId, plan, now })
}

/** The change that somebody has decided on while looking at an older plan must not be made. */
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

/** Makes a change, and keeps what it was so that it can be undone. */
export async function makeChange(
  tx: Transaction,
  { plan, coming }: FlexibleFacts,
  { accountId, rest, details, undoUntil, extra, periodic, seen }: Change,
  changer: Changer & { at: Date },
): Promise<string> {
  const version = await putRest(tx, { accountId, plan, rest, periodic, extra }, changer)
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
