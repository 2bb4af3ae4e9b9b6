import type { PlanToCalculate } from '#contract/payment-schedule.ts'
import { calendarDate, dateIn, formatDate, type CalendarDate } from '#domain/calendar.ts'
import { planEditCutOff } from '#domain/payment-schedule.ts'
import { Refusal, type RefusalCode } from '#domain/refusal.ts'
import { configOf } from '../accounts/account-facts.ts'
import { durationsOf } from '../accounts/plan-years.ts'
import type { Choices, PlanMaterial } from './figures.ts'
import { variancesToUse } from './variances.ts'

/** What a customer chose, checked against what is offered to this account at this moment. */
export function choicesOf(material: PlanMaterial, sent: PlanToCalculate, now: Date): Choices {
  const { paymentSchedule, variances } = sent
  const { account, plan } = material
  const { accountPlanId } = paymentSchedule
  if (accountPlanId && accountPlanId !== plan?.id) throw new Refusal('not_found')
  const startDate = calendarDate(paymentSchedule.startDate)
  const fields = whyNotOffered(material, { ...paymentSchedule, startDate }, now)
  if (Object.keys(fields).length > 0) {
    const inSchedule = Object.entries(fields).map(([field, why]) => [`paymentSchedule.${field}`, why])
    throw new Refusal('invalid_request', { fields: Object.fromEntries(inSchedule) })
  }
  return {
    tuitionYear: paymentSchedule.planYear,
    frequency: paymentSchedule.repaymentPeriod,
    startDate,
    count: paymentSchedule.repaymentCount,
    variances: variancesToUse(variances, plan, configOf(account, now)),
  }
}

type Schedule = Omit<PlanToCalculate['paymentSchedule'], 'startDate'> & { startDate: CalendarDate }

function whyNotOffered({ account }: PlanMaterial, schedule: Schedule, now: Date): Record<string, string> {
  const { planYear, startDate, planDuration, repaymentCount, repaymentPeriod } = schedule
  const option = configOf(account, now).planYearOptions.find(({ tuitionYear }) => tuitionYear === planYear)
  if (!option) return { planYear: 'No plan can be made for this school year' }
  const { minStartDate, maxStartDate } = option
  if (startDate < minStartDate || startDate > maxStartDate) {
    const [min, max] = [formatDate(minStartDate), formatDate(maxStartDate)]
    return { startDate: `First payment date must be between ${min} and ${max}` }
  }
  const durations = durationsOf(account, startDate, planYear).find(({ period }) => period === repaymentPeriod)
  if (!durations?.allowedDurations.includes(repaymentCount))
    return { repaymentCount: 'This plan length is not offered for this first payment date' }
  // One number, named twice: the length in the plan's own period.
  return planDuration === repaymentCount
    ? {}
    : { planDuration: 'The plan length and the number of payments differ' }
}

/** Why a customer may not save a plan for this year now, whatever they chose. */
export function whyNotSave({ account, plan }: PlanMaterial, now: Date): RefusalCode | undefined {
  const mayUse = account.allowsScheduleUpdates || account.setupStatus === 'SetUpPaymentSchedule'
  if (!mayUse || !account.canEditOrAddPlan) return 'plan_not_editable'
  if (!plan) return undefined
  if (plan.status === 'Current' || plan.status === 'Completed') return 'plan_locked'
  // Of an estimate, a plan that staff still look at, or one of a family still being set up, nothing can be under way.
  if (plan.status !== 'Saved' || plan.repaymentCount === 0 || account.isSetupIncomplete) return undefined
  const today = dateIn(account.region, now)
  return today > planEditCutOff(plan.startDate, account.region) ? 'plan_locked' : undefined
}
