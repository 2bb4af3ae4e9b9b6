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
  before: described(
    'As it was in the version before; null where it stayed the same.',
    z.nullable(z.string()),
  ),
})

const difference = z.object({
  label: described('A fee or a discount, and whose.', z.string()),
  amount: described('What it adds to the total, or takes off.', amount),
})

const version = z.object({
  version: z.int(),
  title: described('What is different, in a few words.', z.string()),
  sentences: z.array(z.string()),
  savedBy: z.enum(planSavers),
  savedByName: described('The person, where one is known.', z.nullable(z.string())),
  savedAt: instant,
  reason: described('Why staff have saved it, where they have.', z.nullable(z.string())),
  facts: described('Rhythm, days, sums and number of payments.', z.array(fact)),
  total: amount,
  totalBefore: described('Of the version before; null for the first.', z.nullable(amount)),
  differences: described(
    'What the total of the version before and this one differ by: they add up. For the first version, what it is made of.',
    z.array(difference),
  ),
})
export type PlanVersion = z.infer<typeof version>

const toBeMade = z.object({
  number: described('Among the payments of the plan; null for one besides them.', z.nullable(z.int())),
  dueOn: calendarDate,
  collectOn: described('The day on which it was or will be collected.', calendarDate),
  tries: z.int(),
  methodName: z.nullable(z.string()),
  state: z.enum(['Overdue', 'Retrying', 'OnItsWay', 'Held', 'Next', 'ToCome']),
  amount: described('What is left to pay of it.', amount),
  note: described(
    'When more is known, or when it is tried again; empty where there is nothing to say.',
    z.string(),
  ),
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
    'All payments of the plan, those of the same amount together: they add up to its total.',
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
  plans: described(
    'The plan that the family sees first, then its other plans from the newest.',
    z.array(plan),
  ),
})
export type StaffPlanHistories = z.infer<typeof plans>

named({
  PlanVersion: [version, 'One save of a plan, compared with the one before.'],
  PaymentToBeMade: [toBeMade, 'A payment of a plan that is not paid.'],
  StaffPlanHistory: [plan, 'A plan, its versions and what is left of it.'],
})

export const staffFamilyPlans = endpoints({
  'GET /api/staff/families/:accountId/plans': {
    summary:
      'The plans of a family with all their versions, what each changed, and the payments still to be made',
    access: 'staff',
    role: 'support',
    params: z.object({ accountId }),
    reply: plans,
    refusals: ['not_found'],
  },
})
