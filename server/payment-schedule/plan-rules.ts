import { dateIn } from '#domain/calendar/calendar.ts'
import { planEditCutOff } from '#domain/plan/payment-schedule.ts'
import type { PlanMaterial } from './plan-material.ts'

type WhyNot = 'plan_not_editable' | 'plan_locked'

/** Why a customer may not save a plan for this year now, whatever they chose. */
export function whyNotSave({ account, plan }: PlanMaterial, now: Date): WhyNot | undefined {
  const mayUse = account.allowsScheduleUpdates || account.setupStatus === 'SetUpPaymentSchedule'
  if (!mayUse || !account.canEditOrAddPlan) return 'plan_not_editable'
  if (!plan) return undefined
  if (plan.status === 'Current' || plan.status === 'Completed') return 'plan_locked'
  // Of an estimate, a plan that staff still look at, or one of a family still being set up, nothing can be under way.
  if (plan.status !== 'Saved' || plan.repaymentCount === 0 || account.isSetupIncomplete) return undefined
  const today = dateIn(account.region, now)
  return today > planEditCutOff(plan.startDate, account.region) ? 'plan_locked' : undefined
}
