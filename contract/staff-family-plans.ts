import * as z from 'zod/mini'
import { frequencies, planSavers, planStatuses } from '#domain/plan/payment-schedule.ts'
import { regions } from '#domain/region.ts'
import { described, named } from './documented.ts'
import { endpoints } from './endpoint.ts'
import { accountId } from './staff-wire.ts'
import { amount, calendarDate, id, instant, year } from './wire.ts'

const fact = z.object({
  label: z.string(),
  value: z.string(),
  before: described('The value in the previous version; null if unchanged.', z.nullable(z.string())),
})

const difference = z.object({
  label: described('The fee or discount, and the student.', z.string()),
  amount: described('Its contribution to the total; negative if it reduces the total.', amount),
})

const version = z.object({
  version: z.int(),
  title: described('A short description of the difference.', z.string()),
  sentences: z.array(z.string()),
  savedBy: z.enum(planSavers),
  savedByName: described("The person's name, if known.", z.nullable(z.string())),
  savedAt: instant,
  reason: described('The reason of staff, if they saved it.', z.nullable(z.string())),
  facts: described('Frequency, days, amounts and number of payments.', z.array(fact)),
  total: amount,
  totalBefore: described('The total of the previous version; null for the first.', z.nullable(amount)),
  differences: described(
    'The differences from the previous version, which add up to the change of the total. For the first version, the parts of its total.',
    z.array(difference),
  ),
})
export type PlanVersion = z.infer<typeof version>

const toBeMade = z.object({
  number: described("Its number among the plan's payments; null for an extra payment.", z.nullable(z.int())),
  dueOn: calendarDate,
  collectOn: described('The day on which it was or will be collected.', calendarDate),
  tries: z.int(),
  methodName: z.nullable(z.string()),
  state: z.enum(['Overdue', 'Retrying', 'OnItsWay', 'Held', 'Next', 'ToCome']),
  amount: described('The unpaid part of it.', amount),
  note: described('The day of the next attempt or of further news; empty if there is none.', z.string()),
  canBeMoved: z.boolean(),
})
export type PaymentToBeMade = z.infer<typeof toBeMade>

const plan = z.object({
  id,
  tuitionYear: year,
  yearName: z.string(),
  status: z.enum(planStatuses),
  frequency: z.enum(frequencies),
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  sums: described(
    'All payments of the plan, grouped by amount; they add up to its total.',
    z.array(z.object({ label: z.string(), amount })),
  ),
  total: amount,
  versions: described('Newest first.', z.array(version)),
  toBeMade: z.array(toBeMade),
  stillToBePaid: described('The sum of the payments still to be made.', amount),
})
export type StaffPlanHistory = z.infer<typeof plan>

const plans = z.object({
  region: z.enum(regions),
  plans: described('The plan that the family sees first, then its other plans, newest first.', z.array(plan)),
})
export type StaffPlanHistories = z.infer<typeof plans>

named({
  PlanVersion: [version, 'One save of a plan, compared with the one before.'],
  PaymentToBeMade: [toBeMade, 'A payment of a plan that is not paid.'],
  StaffPlanHistory: [plan, 'A plan, its versions and its remaining payments.'],
})

export const staffFamilyPlans = endpoints({
  'GET /api/staff/families/:accountId/plans': {
    summary: 'The plans of a family with all versions, their changes, and the remaining payments',
    access: 'support',
    params: z.object({ accountId }),
    reply: plans,
  },
})
