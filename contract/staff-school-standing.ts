import * as z from 'zod/mini'
import { familySetUps, setUpSteps } from '#domain/school-standing.ts'
import { frequencies } from '#domain/plan/payment-schedule.ts'
import { regions } from '#domain/region.ts'
import { described, named } from './documented.ts'
import { endpoints, file } from './endpoint.ts'
import { countInQuery, unlessSent, uuid } from './staff-wire.ts'
import { amount, calendarDate, id, line, year } from './wire.ts'

const schoolOf = {
  schoolId: id,
  name: z.string(),
  region: z.enum(regions),
  year: described('The school year that families set up now.', year),
  families: described('Open accounts of the school, or which pay for a student there.', z.int()),
}

const schoolLine = z.object({
  ...schoolOf,
  ready: described('Families with everything that the year needs.', z.int()),
  hasFees: described('The school has written its fees for that year.', z.boolean()),
  collected: described('What families have paid it this month, without what went back.', amount),
  collectedSince: calendarDate,
  overdue: described('What the families of the school have not paid in time.', amount),
  nextRemittanceOn: described(
    'When money that has come goes to the school next; null while none waits.',
    z.nullable(calendarDate),
  ),
})
export type SchoolLine = z.infer<typeof schoolLine>

const familyFilters = ['All', 'NotReady', 'InReview', 'Overdue', 'TwoPayers'] as const
export type FamilyFilter = (typeof familyFilters)[number]

const schoolStanding = z.object({
  ...schoolOf,
  email: z.string(),
  phone: z.string(),
  bpayBillerCode: z.nullable(z.string()),
  students: z.int(),
  steps: described(
    'How many families have come at least so far with setting up the year.',
    z.object(
      Object.fromEntries(setUpSteps.map((step) => [step, z.int()])) as Record<
        (typeof setUpSteps)[number],
        z.ZodMiniInt
      >,
    ),
  ),
  waiting: described(
    'How many families lack what, or wait for us.',
    z.object(
      Object.fromEntries(familySetUps.map((setUp) => [setUp, z.int()])) as Record<
        (typeof familySetUps)[number],
        z.ZodMiniInt
      >,
    ),
  ),
  filters: described(
    'How many families each filter of the list leaves.',
    z.object(
      Object.fromEntries(familyFilters.map((filter) => [filter, z.int()])) as Record<
        FamilyFilter,
        z.ZodMiniInt
      >,
    ),
  ),
})
export type SchoolStanding = z.infer<typeof schoolStanding>

const schoolFamily = z.object({
  accountId: id,
  shortId: z.string(),
  familyName: z.nullable(z.string()),
  students: z.array(
    z.object({ firstName: z.string(), yearLevel: z.nullable(z.string()), hasOtherPayers: z.boolean() }),
  ),
  setUp: described('How far the family is with the year that is set up.', z.enum(familySetUps)),
  plan: described(
    'The plan that runs.',
    z.nullable(z.object({ frequency: z.enum(frequencies), paid: z.int(), payments: z.int(), each: amount })),
  ),
  methodName: z.nullable(z.string()),
  overdue: amount,
})
export type SchoolFamily = z.infer<typeof schoolFamily>

const schoolParams = z.object({ schoolId: described('A school.', uuid) })

const familyQuery = {
  filter: described('Only these families.', unlessSent(z.enum(familyFilters), 'All')),
  text: described('The beginning of a family’s name or short id.', z.optional(line(100))),
}

named({
  SchoolLine: [schoolLine, 'How a school stands, in short.'],
  SchoolStanding: [schoolStanding, 'How far the families of a school are with setting up a year.'],
  SchoolFamily: [schoolFamily, 'A family, as a school’s list shows it.'],
})

/** How schools stand: what their families have set up, paid and not paid. */
export const staffSchoolStanding = endpoints({
  'GET /api/staff/school-standing': {
    summary: 'Every school with its families, how many are set up, what was collected and what is overdue',
    access: 'staff',
    role: 'support',
    reply: z.array(schoolLine),
  },
  'GET /api/staff/schools/:schoolId/standing': {
    summary: 'How far the families of a school are with setting up the year',
    access: 'staff',
    role: 'support',
    params: schoolParams,
    reply: schoolStanding,
    refusals: ['not_found'],
  },
  'GET /api/staff/schools/:schoolId/families': {
    summary: 'The families of a school, by short id and page by page; the look is on record',
    access: 'staff',
    role: 'support',
    params: schoolParams,
    query: z.object({
      ...familyQuery,
      after: described('The last short id of the page before.', z.optional(line(30))),
      limit: unlessSent(countInQuery(200), 50),
    }),
    reply: z.array(schoolFamily),
    refusals: ['not_found'],
  },
  'GET /api/staff/schools/:schoolId/families/file': {
    summary: 'The same families, all of them, as a file for spreadsheets; the look is on record',
    access: 'staff',
    role: 'support',
    params: schoolParams,
    query: z.object(familyQuery),
    reply: file('text/csv'),
    refusals: ['not_found'],
  },
})
