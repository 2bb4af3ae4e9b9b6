import * as z from 'zod/mini'
import { accountStatuses, productTypes } from '#domain/accounts.ts'
import { explainedFigures } from '#domain/explanations/explanations.ts'
import { planPaymentStatuses, planStatuses } from '#domain/plan/payment-schedule.ts'
import { repaymentSourceTypes } from '#domain/payment-methods/payment-methods.ts'
import { regions } from '#domain/region.ts'
import { balancePart } from './balance-parts.ts'
import { described, named } from './documented.ts'
import { endpoints } from './endpoint.ts'
import { explanation } from './explanations.ts'
import { customerStatuses } from './staff-customers.ts'
import { accountId } from './staff-wire.ts'
import { amount, calendarDate, id, instant, percent, year } from './wire.ts'

const planAtAGlance = z.object({
  id,
  tuitionYear: year,
  yearName: described('"2026", or "2026/27" in the United Kingdom.', z.string()),
  status: z.enum(planStatuses),
  rhythm: described('"fortnightly"', z.string()),
  total: amount,
  paidCount: z.int(),
  count: described('Of the payments of the plan; what was paid besides them is not counted.', z.int()),
  payments: described(
    'In the order of their days.',
    z.array(
      z.object({
        number: described(
          'Its number among the payments of the plan; null for one besides them.',
          z.nullable(z.int()),
        ),
        date: calendarDate,
        amount,
        status: z.enum(planPaymentStatuses),
      }),
    ),
  ),
})
export type PlanAtAGlance = z.infer<typeof planAtAGlance>

const glance = z.object({
  balance: z.object({
    amount: described("Positive is credit in the family's favour.", amount),
    sentence: described('What came in and what went out; the sums add up to the balance.', z.string()),
  }),
  overdue: z.object({
    amount,
    days: described('Since the oldest of it was due; null where nothing is.', z.nullable(z.int())),
    sentence: z.string(),
  }),
  next: z.object({
    amount: described('Null where no debit is to come.', z.nullable(amount)),
    date: z.nullable(calendarDate),
    sentence: z.string(),
  }),
  plans: described(
    'The plan that the family sees first, then its other plans from the newest.',
    z.array(planAtAGlance),
  ),
})
export type Glance = z.infer<typeof glance>

const member = z.object({
  id,
  name: z.string(),
  email: z.string(),
  mobile: z.nullable(z.string()),
  status: z.enum(customerStatuses),
  lastLogIn: described(
    'By the person, not by staff in their place. Null where none is on record.',
    z.nullable(instant),
  ),
})

const student = z.object({
  enrolmentId: id,
  studentId: id,
  name: z.string(),
  yearLevel: described('In the tuition year of today; null after the last.', z.nullable(z.string())),
  schoolName: z.string(),
  percent: described("This payer's share of the fees.", percent),
})

const method = z.object({
  id,
  type: z.enum(repaymentSourceTypes),
  cardBrand: z.nullable(z.string()),
  name: described('Masked: a whole number is nowhere.', z.string()),
  about: described('Whose it is, since when it is authorised or until when it is valid.', z.string()),
  isActive: described('The one that the next debit comes from.', z.boolean()),
  isUsable: z.boolean(),
})

const openRequest = z.object({
  id,
  amount: described('What is left to pay of it.', amount),
  about: z.string(),
  dueOn: calendarDate,
  isLate: z.boolean(),
})

const family = z.object({
  accountId: id,
  shortId: z.string(),
  name: described('"Cole family", by the students; by the members where there are none.', z.string()),
  region: z.enum(regions),
  status: z.enum(accountStatuses),
  productType: z.enum(productTypes),
  productName: z.string(),
  schoolId: id,
  schoolName: z.string(),
  since: described('The day on which its set-up was finished, or it was opened.', calendarDate),
  today: described('By the calendar of its region.', calendarDate),
  isSetUp: z.boolean(),
  isOnHold: described('Nothing is collected until somebody has answered the family.', z.boolean()),
  glance,
  counts: described(
    'How much there is to read under each heading.',
    z.object({
      versions: described('Of the plan that the family sees first.', z.int()),
      payments: z.int(),
      documents: z.int(),
      messages: z.int(),
      notes: z.int(),
    }),
  ),
  requests: z.array(openRequest),
  members: z.array(member),
  students: z.array(student),
  methods: z.array(method),
  facts: described(
    'What else is known of the account, in words.',
    z.array(z.object({ label: z.string(), value: z.string() })),
  ),
})
export type StaffFamily = z.infer<typeof family>

const why = z.object({
  ...explanation.shape,
  parts: described('What the balance is for, part by part, adding up to it.', z.array(balancePart)),
  notInIt: described('What is not in the balance and might be looked for in it.', z.array(z.string())),
})
export type WhyBalance = z.infer<typeof why>

named({
  PlanAtAGlance: [planAtAGlance, 'A plan with its payments, one by one.'],
  Glance: [glance, 'How a family stands.'],
  StaffFamily: [family, 'A family as staff see it first.'],
  WhyBalance: [why, 'How a figure is made up, and what is not in it.'],
})

export const staffFamily = endpoints({
  'GET /api/staff/families/:accountId': {
    summary: 'A family at a glance: balance, overdue, next debit, plan, people, methods and open requests',
    access: 'staff',
    role: 'support',
    params: z.object({ accountId }),
    reply: family,
    refusals: ['not_found'],
  },
  'GET /api/staff/families/:accountId/explanations/:figure': {
    summary: 'How a figure of a family is made up, in the words that the family reads in the portal',
    access: 'staff',
    role: 'support',
    params: z.object({ accountId, figure: described('The figure to explain.', z.enum(explainedFigures)) }),
    reply: why,
    refusals: ['not_found'],
  },
})
