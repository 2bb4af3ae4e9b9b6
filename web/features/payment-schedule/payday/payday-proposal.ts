import type { PaymentPlan } from '#contract/payment-schedule.ts'
import { calendarDate, type CalendarDate } from '#domain/calendar/calendar.ts'
import { closedReason } from '#domain/calendar/holidays.ts'
import {
  daysAfterPay,
  fitToPaydays,
  type PaydayProposal,
  type Paydays,
  type Wait,
} from '#domain/plan/paydays.ts'
import { collectionDate, type PlanYearOption } from '#domain/plan/payment-schedule.ts'
import type { Region } from '#domain/region.ts'
import type { PlannerFacts } from '../../plan/planner-facts.ts'
import { requestOf, type PlanForm } from '../plan-form.ts'
import { calculate } from '../calculate.ts'

export type Proposal =
  /** No first payment of this year can follow the payday. */
  | { kind: 'impossible'; option: Pick<PlanYearOption, 'minStartDate' | 'maxStartDate'> | undefined }
  /** The fees are paid for whatever is chosen. */
  | { kind: 'nothing' }
  | {
      kind: 'proposal'
      fit: PaydayProposal
      plan: PaymentPlan
      wait: Wait
      /** Where the banks are closed on the first date: when the money leaves, and why not then. */
      moved: { date: CalendarDate; reason: string } | undefined
      /** The form as it stands, if it is a plan. */
      present: { plan: PaymentPlan; wait: Wait } | undefined
      /** The form follows the paydays already, and as closely. */
      isPresent: boolean
    }

/** What to change about the form so that each payment follows a payday, and what that comes to. */
export function proposalFor(
  paydays: Paydays,
  { form, facts, region }: { form: PlanForm; facts: PlannerFacts; region: Region },
): Proposal {
  const { offer, material } = facts
  const { calendar } = material
  const option = offer.planYearOptions.find(({ tuitionYear }) => tuitionYear === form.planYear)
  if (!option) return { kind: 'impossible', option }
  const plan = planOf(form, facts)
  const fit = fitToPaydays({
    paydays,
    region,
    option,
    onlyLongestPlans: offer.onlyLongestPlans,
    present: {
      frequency: form.frequency,
      // A date that the year does not allow is nothing to keep to.
      startDate: plan ? calendarDate(plan.planStartDate) : null,
      count: form.count,
    },
  })
  const proposed = fit && planOf({ ...form, ...fit }, facts)
  if (!fit || !proposed) return { kind: 'impossible', option }
  if (proposed.repaymentCount === 0) return { kind: 'nothing' }
  const leaves = collectionDate(fit.startDate, calendar)
  const wait = daysAfterPay(paydays, fit, calendar)
  const { frequency, count } = form
  const present = plan && {
    plan,
    wait: daysAfterPay(paydays, { frequency, startDate: calendarDate(plan.planStartDate), count }, calendar),
  }
  return {
    kind: 'proposal',
    fit,
    plan: proposed,
    wait,
    moved:
      leaves === fit.startDate
        ? undefined
        : { date: leaves, reason: closedReason(fit.startDate, calendar) ?? '' },
    present,
    isPresent: present !== undefined && frequency === fit.frequency && isAsClose(present.wait, wait),
  }
}

function isAsClose(a: Wait, b: Wait): boolean {
  return a.usual === b.usual && (a.usual !== null || (a.least === b.least && a.most === b.most))
}

function planOf(form: PlanForm, facts: PlannerFacts): PaymentPlan | undefined {
  const request = requestOf(form, facts.material.plan)
  const calculated = request && calculate(facts, request)
  return calculated?.kind === 'plan' ? calculated.plan : undefined
}
