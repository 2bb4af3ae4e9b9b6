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
  count: described("The number of the plan's payments, without extra payments.", z.int()),
  payments: described(
    'By day.',
    z.array(
      z.object({
        number: described(
          "Its number among the plan's payments; null for an extra payment.",
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
    sentence: described('A sentence about money in and money out, which add up to the balance.', z.string()),
  }),
  overdue: z.object({
    amount,
    days: described(
      'The number of days since the oldest part was due; null if nothing is overdue.',
      z.nullable(z.int()),
    ),
    sentence: z.string(),
  }),
  next: z.object({
    amount: described('Null if no debit is planned.', z.nullable(amount)),
    date: z.nullable(calendarDate),
    sentence: z.string(),
  }),
  plans: described(
    'The plan that the family sees first, then its other plans, newest first.',
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
    'The last log-in by the person, not by staff who impersonate them; null if none is recorded.',
    z.nullable(instant),
  ),
})

const student = z.object({
  enrolmentId: id,
  studentId: id,
  name: z.string(),
  yearLevel: described(
    'The year level in the current tuition year; null after the last.',
    z.nullable(z.string()),
  ),
  schoolName: z.string(),
  percent: described("This payer's share of the fees.", percent),
})

const method = z.object({
  id,
  type: z.enum(repaymentSourceTypes),
  cardBrand: z.nullable(z.string()),
  name: described('Masked: full numbers are never returned.', z.string()),
  about: described('The holder, and the day of authorisation or expiry.', z.string()),
  isActive: described('Whether the next debit uses it.', z.boolean()),
  isUsable: z.boolean(),
})

const openRequest = z.object({
  id,
  amount: described('The unpaid part of it.', amount),
  about: z.string(),
  dueOn: calendarDate,
  isLate: z.boolean(),
})

const family = z.object({
  accountId: id,
  shortId: z.string(),
  name: described('"Cole family", by the last name of its first member.', z.string()),
  region: z.enum(regions),
  status: z.enum(accountStatuses),
  productType: z.enum(productTypes),
  productName: z.string(),
  schoolId: id,
  schoolName: z.string(),
  since: described('The day on which the set-up was finished, or else the account was opened.', calendarDate),
  today: described("Today's date in its region.", calendarDate),
  isSetUp: z.boolean(),
  isOnHold: described('Whether collections are on hold until staff have answered the family.', z.boolean()),
  glance,
  counts: described(
    'The number of items under each heading.',
    z.object({
      versions: described('The number of versions of the plan that the family sees first.', z.int()),
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
    'Further facts about the account, in words.',
    z.array(z.object({ label: z.string(), value: z.string() })),
  ),
})
export type StaffFamily = z.infer<typeof family>

const why = z.object({
  ...explanation.shape,
  parts: described('The parts of the balance by purpose, which add up to it.', z.array(balancePart)),
  notInIt: described(
    'Amounts that one might expect in the balance but that are not part of it.',
    z.array(z.string()),
  ),
})
export type WhyBalance = z.infer<typeof why>

named({
  PlanAtAGlance: [planAtAGlance, 'A plan with its payments, one by one.'],
  Glance: [glance, 'The key figures of a family.'],
  StaffFamily: [family, 'A family at a glance.'],
  WhyBalance: [why, 'How a figure is made up, and what it leaves out.'],
})

export const staffFamily = endpoints({
  'GET /api/staff/families/:accountId': {
    summary: 'A family at a glance: balance, overdue, next debit, plan, people, methods and open requests',
    access: 'support',
    params: z.object({ accountId }),
    reply: family,
  },
  'GET /api/staff/families/:accountId/explanations/:figure': {
    summary: "How a figure of a family is made up, in the portal's wording",
    access: 'support',
    params: z.object({ accountId, figure: described('The figure to explain.', z.enum(explainedFigures)) }),
    reply: why,
  },
})
