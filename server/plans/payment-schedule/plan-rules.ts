import { dateIn } from '#domain/calendar/calendar.ts'
import { isPlanLocked } from '#domain/plan/payment-schedule.ts'
import type { MaterialOfAccount } from './plan-material.ts'

type WhyNot = 'plan_not_editable' | 'plan_locked'

/** Returns why a customer may not save any plan for this year now. */
export function whyNotSave({ account, plan, calendar }: MaterialOfAccount, now: Date): WhyNot | undefined {
  const mayUse = account.allowsScheduleUpdates || account.setupStatus === 'SetUpPaymentSchedule'
  if (!mayUse || !account.canEditOrAddPlan) return 'plan_not_editable'
  if (!plan) return undefined
  const today = dateIn(account.region, now)
  return isPlanLocked(plan, { ...account, calendar, today }) ? 'plan_locked' : undefined
}
