import { dateIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import { Refusal } from '#domain/refusal.ts'
import { bankCalendarOf } from '../../platform/bank-calendars.ts'
import { recordAudit } from '../../people/audit/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { methodFacts } from '../../books/payment-methods/repayment-details.ts'
import { mayChangeRepayments } from '../../books/payment-methods/source-rules.ts'
import type { PlanActor } from '../payment-schedule/save-plan.ts'
import { waysOf } from './failed-payments.ts'
import { lockFailed, tryAgain, type FailedPaymentKey } from './try-again.ts'

/**
 * Tries a failed payment from a method that the family chooses for this payment only, on the day of its next try. The
 * notice of that try names the method and its surcharge.
 */
export async function payWithMethod(
  deps: Deps,
  { sourceId, ...which }: FailedPaymentKey & { sourceId: string },
  actor: PlanActor,
): Promise<{ triedOn: CalendarDate }> {
  const { accountId, planId, dueOn } = which
  return deps.db.transaction(async (tx) => {
    const failed = await lockFailed(tx, which)
    const at = deps.clock()
    const ways = waysOf(failed, {
      sources: failed.sources,
      calendar: bankCalendarOf(failed.region),
      today: dateIn(failed.region, at),
    })
    // A second click finds it done.
    if (ways.triedOn !== null && failed.sourceId === sourceId) return { triedOn: ways.triedOn }
    if (!failed.sources.some(({ id }) => id === sourceId)) throw new Refusal('not_found')
    if (!mayChangeRepayments(await methodFacts(tx, accountId))) throw new Refusal('change_not_allowed')
    if (!ways.otherMethods.some(({ id }) => id === sourceId)) throw new Refusal('source_unusable')
    const { otherMethodOn: on } = ways
    await tryAgain(tx, which, failed, { on, sourceId, now: at })
    await recordAudit(tx, {
      subjectId: accountId,
      by: actor,
      action: 'PaymentMethodChosen',
      at,
      details: { planId, dueOn, sourceId, on },
    })
    return { triedOn: on }
  })
}
