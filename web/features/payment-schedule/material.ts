import type { PlanMaterialReply } from '#contract/payment-schedule.ts'
import type { PlanOffer } from '#domain/plan/plan-choices.ts'
import type { PlanMaterial } from '#domain/plan/plan-material.ts'

/** What the form reckons with, and what it may choose among. */
export type ReckonWith = {
  planYear: number
  material: PlanMaterial
  offer: PlanOffer
  whyNotEditable: PlanMaterialReply['whyNotEditable']
}

/** The server has checked every sum and date that it sends; here they get their names back. */
export function toReckonWith({
  planYear,
  offer,
  whyNotEditable,
  ...material
}: PlanMaterialReply): ReckonWith {
  return {
    planYear,
    material: material as unknown as PlanMaterial,
    offer: offer as unknown as PlanOffer,
    whyNotEditable,
  }
}
