import type { PaymentMethods } from '#contract/plan-changes.ts'
import type { CalendarDate } from '#domain/calendar/calendar.ts'
import { cents, toDecimal } from '#domain/money.ts'
import { payingSourceFor } from '#domain/payment-methods/payment-methods.ts'
import { changeableUntil } from '#domain/plan/changes/coming.ts'
import { debitOf } from '#domain/plan/debits.ts'
import { collectionDays } from '#domain/plan/next-payment.ts'
import { Refusal, type RefusalCode } from '#domain/refusal.ts'
import { recordAudit } from '../../people/audit/audit.ts'
import type { BasicDeps, Deps } from '../../platform/deps.ts'
import { refreshHolidays } from '../holidays/known-holidays.ts'
import { isUsable } from '../../books/payment-methods/paying-source.ts'
import { methodFacts } from '../../books/payment-methods/repayment-details.ts'
import { mayChangeRepayments } from '../../books/payment-methods/source-rules.ts'
import type { PlanActor } from '../payment-schedule/save-plan.ts'
import { findFlexible, lockFlexible, refuseOtherVersion, type PlanToChange } from './change-plan.ts'
import type { FlexibleFacts } from './flexible-plan.ts'
import { setMethodOfPayment } from './method-of-payment.store.ts'

type PlannedPaymentKey = { accountId: string; planId: string; dueOn: CalendarDate }
type Methods = Awaited<ReturnType<typeof methodFacts>>

/** The methods that can take one payment of a running plan. */
export async function readMethodsOfPayment(
  deps: BasicDeps,
  which: PlannedPaymentKey,
): Promise<PaymentMethods> {
  await refreshHolidays(deps.db)
  const facts = await findFlexible(deps.db, deps, which)
  if (!facts) throw new Refusal('plan_changed')
  return methodsOf(facts, await methodFacts(deps.db, which.accountId), which.dueOn)
}

/** Whichever method is chosen, the payment is announced before it is taken: its day may become later, never sooner. */
function methodsOf(facts: FlexibleFacts, methods: Methods, dueOn: CalendarDate): PaymentMethods {
  const { plan, region, calendar, today } = facts
  const payment = facts.coming.find((each) => each.dueOn === dueOn)
  if (!payment) throw new Refusal('payment_locked')
  const { on, amount } = payment
  const dayOf = collectionDays({ ...plan.collection, today })
  const usual = payingSourceFor(plan.collection.sources, {}, on)?.id
  const chosen = payingSourceFor(plan.collection.sources, payment, on)?.id
  const until = changeableUntil(on, calendar)
  const named = methods.sources.find(({ id }) => id === usual)
  const terms = {
    region,
    absorb: methods.account.absorbCardSurcharge,
    rates: methods.surchargeRates,
  }
  return {
    dueOn,
    on,
    amount: toDecimal(amount),
    until,
    whyNot: plan.isHeld
      ? 'Held'
      : !mayChangeRepayments(methods)
        ? 'NotAllowed'
        : today > until
          ? 'TooLate'
          : null,
    usual: named ? { id: named.id, displayName: named.displayName } : null,
    chosen: chosen ?? null,
    methods: methods.sources
      .map((source) => ({
        source,
        day:
          source.id === chosen
            ? on
            : dayOf({ ...payment, retryOn: null, noticedOn: null, sourceId: source.id }),
      }))
      .filter(
        ({ source, day }) =>
          source.id === usual || (source.type !== 'CustomerDeposit' && isUsable(source, day)),
      )
      .map(({ source, day }) => {
        const { surcharge } = debitOf(source, { ...payment, open: amount }, { ...terms, on: day })
        return {
          id: source.id,
          displayName: source.displayName,
          type: source.type,
          surcharge: toDecimal(surcharge),
          total: toDecimal(cents(amount + surcharge)),
          on: day,
        }
      }),
  }
}

const refusals: Record<NonNullable<PaymentMethods['whyNot']>, RefusalCode> = {
  Held: 'payments_held',
  NotAllowed: 'change_not_allowed',
  TooLate: 'payment_locked',
}

/** Takes one payment from another method. Choosing the usual method reverts it. */
export async function chooseMethodOfPayment(
  deps: Deps,
  { sourceId, version, ...which }: PlanToChange & PlannedPaymentKey & { sourceId: string },
  actor: PlanActor,
): Promise<{ on: CalendarDate }> {
  const { accountId, planId, dueOn } = which
  return deps.db.transaction(async (tx) => {
    const facts = await lockFlexible(tx, deps, which)
    refuseOtherVersion(facts, version)
    const methods = await methodFacts(tx, accountId)
    if (!methods.sources.some(({ id }) => id === sourceId)) throw new Refusal('not_found')
    const answer = methodsOf(facts, methods, dueOn)
    // A second click finds it already done.
    if (answer.chosen === sourceId) return { on: answer.on as CalendarDate }
    if (answer.whyNot) throw new Refusal(refusals[answer.whyNot])
    const method = answer.methods.find(({ id }) => id === sourceId)
    if (!method) throw new Refusal('source_unusable')
    const on = method.on as CalendarDate
    await setMethodOfPayment(tx, which, sourceId === answer.usual?.id ? null : sourceId)
    await recordAudit(tx, {
      subjectId: accountId,
      by: actor,
      action: 'PaymentMethodChosen',
      at: deps.clock(),
      details: { planId, dueOn, sourceId, on },
    })
    return { on }
  })
}
