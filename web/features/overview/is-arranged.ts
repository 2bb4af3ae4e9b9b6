import type { ActivePlan } from '#contract/overview.ts'

/** The family pays as it has agreed with us for a while. */
export const isArranged = (plan: Pick<ActivePlan, 'currentTailoredPlanType'> | null): boolean =>
  plan?.currentTailoredPlanType === 'Arrangement'
