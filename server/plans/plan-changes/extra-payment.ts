import type { CalendarDate } from '#domain/calendar/calendar.ts'
import { cents, sumOf, type Cents } from '#domain/money.ts'
import { changeableUntil, type ComingPayment } from '#domain/plan/changes/coming.ts'
import {
  effectOf,
  withExtra,
  withReturned,
  type CollectedPayment,
  type ExtraOutcome,
} from '#domain/plan/changes/extra.ts'
import { withoutChange, type ChangeDetails } from '#domain/plan/changes/plan-change.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { RowKey } from '../../platform/database/row-key.ts'
import type { LetterDeps } from '../../platform/deps.ts'
import type { ExtraIntent } from '../../books/payments/payments.reads.ts'
import { sendChangeLetter } from './change-letters.ts'
import { findFlexible, makeChange } from './change-plan.ts'
import { type Changer, putRemaining } from '../payment-schedule/put-remaining.ts'
import { listReturned, markCounted, settleExtra } from './extra-payment.store.ts'
import { undoUntil, type FlexibleFacts } from './flexible-plan.ts'
import { endChange } from './plan-changes.store.ts'

type ExtraDetails = Extract<ChangeDetails, { kind: 'Extra' }>

type ExtraToCount = {
  accountId: string
  paymentId: string
  paidOn: CalendarDate
  extra: ExtraIntent
  /** What of it is left for the plan. */
  amount: Cents
}

const wanted = ({ byId }: ExtraIntent): Changer => ({ by: byId === null ? 'Staff' : 'Customer', id: byId })

/**
 * Books an extra payment that has arrived: it becomes a paid row of its plan, and the payments to come are reduced by
 * it, whatever became of the plan since it was made. Returns how much of it the plan took. The caller holds the lock of
 * `lockPlans`.
 */
export async function countExtra(
  tx: Transaction,
  deps: LetterDeps,
  { accountId, paymentId, paidOn, extra, amount }: ExtraToCount,
): Promise<Cents> {
  if (amount === 0) return amount
  const facts = await findFlexible(tx, deps, { accountId, planId: extra.planId })
  const taken = cents(Math.min(amount, facts ? sumOf(facts.coming) : 0))
  if (!facts || taken === 0) return cents(0)
  const { outcome } = extra
  const { rest, periodic, details } = extraOf(facts, facts.coming, { amount: taken, outcome, paymentId })
  const open = rest.length === 0 ? [] : facts.coming
  const switchUntil = lastDayToSwitch(facts, open)
  await makeChange(
    tx,
    facts,
    {
      accountId,
      rest,
      periodic,
      details,
      undoUntil: switchUntil,
      extra: { paymentId, amount: taken, paidOn },
    },
    { ...wanted(extra), at: deps.clock() },
  )
  const { tuitionYear } = facts.plan
  await sendChangeLetter(tx, deps, {
    accountId,
    tuitionYear,
    details,
    status: 'Made',
    undoUntil: switchUntil,
  })
  return taken
}

/** Calculates the payments to come after an extra payment, and its description for the family. */
export function extraOf(
  { today, calendar }: Pick<FlexibleFacts, 'today' | 'calendar'>,
  coming: readonly CollectedPayment[],
  { amount, outcome, paymentId }: { amount: Cents; outcome: ExtraOutcome; paymentId: string },
): { rest: ComingPayment[]; periodic: Cents | undefined; details: ExtraDetails } {
  const moment = { today, calendar }
  const rest = withExtra(coming, { extra: amount, outcome }, moment)
  const effect = rest && effectOf(coming, rest, moment)
  if (!effect) throw new RangeError('An extra payment pays no more than what is to come')
  // Of the next payment a part may be left; those after it are as usual.
  const periodic = (outcome === 'Next' ? (rest[1] ?? rest[0]) : rest[0])?.amount
  return { rest, periodic, details: { kind: 'Extra', outcome, amount, paymentId, ...effect } }
}

/** The last day on which it can be undone: before the first payment that it changes is prepared. */
function lastDayToSwitch(
  { today, calendar }: Pick<FlexibleFacts, 'today' | 'calendar'>,
  coming: readonly CollectedPayment[],
): CalendarDate | null {
  return undoUntil(
    coming.filter(({ on }) => today <= changeableUntil(on, calendar)),
    calendar,
  )
}

/**
 * Makes the returned amount of an extra payment payable again with the payments to come. If there are no payments to
 * come, it is owing like any other payment. The caller holds the lock of `lockPlans`.
 */
export async function returnToPlan(tx: Transaction, deps: LetterDeps, payment: RowKey): Promise<void> {
  const { accountId, id: paymentId } = payment
  for (const { planId, seq, owing, isWhole } of await listReturned(tx, payment)) {
    const facts = await findFlexible(tx, deps, { accountId, planId })
    const rest = facts && remainingWith(facts, { paymentId, owing, isWhole })
    if (!facts || !rest) return
    await settleExtra(tx, { accountId, planId, seq })
    const at = deps.clock()
    await putRemaining(tx, { accountId, plan: facts.plan, rest }, { by: 'Staff', id: null, at })
    const change = changeOf(facts, paymentId)
    if (!change || !isWhole) continue
    // If its money comes back to us, it counts again.
    await markCounted(tx, payment, false)
    await endChange(tx, { accountId, id: change.id }, { status: 'Undone', at })
    const { tuitionYear } = facts.plan
    const { details } = change
    await sendChangeLetter(tx, deps, { accountId, tuitionYear, details, status: 'Undone', undoUntil: null })
  }
}

function changeOf({ changes }: FlexibleFacts, paymentId: string) {
  return changes.find(
    ({ status, details }) => status === 'Made' && details.kind === 'Extra' && details.paymentId === paymentId,
  )
}

/**
 * Restores the earlier payments if nothing else has changed and none of them is past; otherwise raises each of the
 * remaining ones.
 */
function remainingWith(
  facts: FlexibleFacts,
  { paymentId, owing, isWhole }: { paymentId: string; owing: Cents; isWhole: boolean },
): ComingPayment[] | undefined {
  const { plan, coming, today, calendar } = facts
  const change = changeOf(facts, paymentId)
  const before = isWhole && change?.version === plan.version ? withoutChange(coming, change) : undefined
  const isAhead = before?.every(
    ({ collectOn, dueOn }) =>
      coming.some((payment) => payment.dueOn === dueOn) || today <= changeableUntil(collectOn, calendar),
  )
  return before && isAhead ? before : withReturned(coming, owing, { today, calendar })
}
