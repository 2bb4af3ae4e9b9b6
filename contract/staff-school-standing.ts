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
  families: described('The number of open accounts at the school, or that pay for a student there.', z.int()),
}

const schoolLine = z.object({
  ...schoolOf,
  ready: described('The number of families that are ready for the year.', z.int()),
  hasFees: described("Whether the school's fees for that year are entered.", z.boolean()),
  collected: described('The amount that families paid this month, less refunds.', amount),
  collectedSince: calendarDate,
  overdue: described("The overdue amount of the school's families.", amount),
  nextRemittanceOn: described(
    'The day of the next remittance; null while no money waits.',
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
    'The number of families that have reached each set-up step.',
    z.object(
      Object.fromEntries(setUpSteps.map((step) => [step, z.int()])) as Record<
        (typeof setUpSteps)[number],
        z.ZodMiniInt
      >,
    ),
  ),
  waiting: described(
    'The numbers of families that lack something or wait for staff.',
    z.object(
      Object.fromEntries(familySetUps.map((setUp) => [setUp, z.int()])) as Record<
        (typeof familySetUps)[number],
        z.ZodMiniInt
      >,
    ),
  ),
  filters: described(
    'The number of families for each filter of the list.',
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
  familyName: described("The family's name, from the last names of its students.", z.string()),
  students: z.array(
    z.object({ firstName: z.string(), yearLevel: z.nullable(z.string()), hasOtherPayers: z.boolean() }),
  ),
  setUp: described("The family's progress in setting up the year.", z.enum(familySetUps)),
  plan: described(
    'The running plan.',
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
  SchoolLine: [schoolLine, 'A summary of a school.'],
  SchoolStanding: [schoolStanding, "The set-up progress of a school's families."],
  SchoolFamily: [schoolFamily, 'A family in a school’s list.'],
})

/** Set-up, collections and arrears of each school's families. */
export const staffSchoolStanding = endpoints({
  'GET /api/staff/school-standing': {
    summary: 'All schools with their numbers of families, set-up, collections and arrears',
    access: 'support',
    reply: z.array(schoolLine),
  },
  'GET /api/staff/schools/:schoolId/standing': {
    summary: "The set-up progress of a school's families",
    access: 'support',
    params: schoolParams,
    reply: schoolStanding,
  },
  'GET /api/staff/schools/:schoolId/families': {
    summary: 'The families of a school, by short id and page by page; the view is recorded',
    access: 'support',
    params: schoolParams,
    query: z.object({
      ...familyQuery,
      after: described('The last short id on the previous page.', z.optional(line(30))),
      limit: unlessSent(countInQuery(200), 50),
    }),
    reply: z.array(schoolFamily),
  },
  'GET /api/staff/schools/:schoolId/families/file': {
    summary: 'All families of a school, as a CSV file; the view is recorded',
    access: 'support',
    params: schoolParams,
    query: z.object(familyQuery),
    reply: file('text/csv'),
  },
})
