import type { PlanFactsReply } from '#contract/payment-schedule.ts'
import type { PlanOffer } from '#domain/plan/plan-choices.ts'
import type { PlanMaterial } from '#domain/plan/plan-material.ts'
import type { BankCalendar } from '#domain/calendar/holidays.ts'

/** What the form calculates with, and what it may choose among. */
export type PlannerFacts = {
  planYear: number
  material: PlanMaterial
  offer: PlanOffer
  alsoCollected: PlanFactsReply['alsoCollected']
  whyNotEditable: PlanFactsReply['whyNotEditable']
}

/** The server has checked every sum and date that it sends; here they get their names back. */
export function toPlannerFacts(
  { planYear, offer, alsoCollected, whyNotEditable, ...material }: PlanFactsReply,
  calendar: BankCalendar,
): PlannerFacts {
  return {
    planYear,
    material: { ...(material as unknown as Omit<PlanMaterial, 'calendar'>), calendar },
    offer: offer as unknown as PlanOffer,
    alsoCollected,
    whyNotEditable,
  }
}
