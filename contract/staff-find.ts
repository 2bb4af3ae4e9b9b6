import * as z from 'zod/mini'
import { findLimits, findMatches } from '#domain/find.ts'
import { regions } from '#domain/region.ts'
import { described, named } from './documented.ts'
import { endpoints } from './endpoint.ts'
import { amount, calendarDate, id, line, uuid } from './wire.ts'

export const foundKinds = ['Family', 'Person', 'Student', 'Payment', 'Request', 'School', 'Deposit'] as const
export type FoundKind = (typeof foundKinds)[number]

const matched = {
  by: described('The field that matches the search text.', z.enum(findMatches)),
  matchedText: described('The matching text, if the other fields do not show it.', z.nullable(z.string())),
  difference: described(
    'The difference from the search text; null if there is none.',
    z.nullable(z.string()),
  ),
}

const family = {
  accountId: id,
  shortId: z.string(),
  familyName: described("The family's name, from the last names of its students.", z.string()),
  region: z.enum(regions),
}

const foundFamily = z.object({
  kind: z.literal('Family'),
  ...family,
  schoolName: z.string(),
  isClosed: z.boolean(),
  members: z.array(z.string()),
  overdue: described('The overdue amount of its plans.', amount),
  balance: described("Positive is credit in the family's favour.", amount),
  ...matched,
})

const foundPerson = z.object({
  kind: z.literal('Person'),
  customerId: id,
  name: z.string(),
  email: z.string(),
  mobile: z.nullable(z.string()),
  accounts: z.array(z.object({ accountId: id, shortId: z.string(), schoolName: z.string() })),
  ...matched,
})

const foundStudent = z.object({
  kind: z.literal('Student'),
  ...family,
  studentId: id,
  name: z.string(),
  yearLevel: described(
    'The year level in this school year; null before the first and after the last.',
    z.nullable(z.string()),
  ),
  schoolName: z.nullable(z.string()),
  ...matched,
})

const foundPayment = z.object({
  kind: z.literal('Payment'),
  ...family,
  paymentId: id,
  amount: described('The amount charged, including the surcharge.', amount),
  status: z.string(),
  on: described('The day on which it counts, or else on which it was started.', calendarDate),
  methodName: z.nullable(z.string()),
  ...matched,
})

const foundRequest = z.object({
  kind: z.literal('Request'),
  ...family,
  requestId: id,
  amountLeft: amount,
  status: z.string(),
  madeOn: calendarDate,
  dueOn: calendarDate,
  ...matched,
})

const foundSchool = z.object({
  kind: z.literal('School'),
  schoolId: id,
  name: z.string(),
  region: z.enum(regions),
  families: z.int(),
  ...matched,
})

const foundDeposit = z.object({
  kind: z.literal('Deposit'),
  region: z.enum(regions),
  billerCode: z.string(),
  bankReference: z.string(),
  amount,
  receivedOn: calendarDate,
  reference: z.string(),
  ...matched,
})

const found = z.discriminatedUnion('kind', [
  foundFamily,
  foundPerson,
  foundStudent,
  foundPayment,
  foundRequest,
  foundSchool,
  foundDeposit,
])
export type Found = z.infer<typeof found>
export type FoundOf<Kind extends FoundKind> = Extract<Found, { kind: Kind }>

export const findGroups = ['Families', 'People', 'Students', 'Payments', 'Schools'] as const
export type FindGroup = (typeof findGroups)[number]

const result = z.object({
  groups: described(
    'The groups with results, in display order; payments and payment requests are one group.',
    z.array(
      z.object({
        group: z.enum(findGroups),
        count: z.int(),
        isMore: described('Whether there are more than the count.', z.boolean()),
        items: described('The best matches, best first.', z.array(found)),
      }),
    ),
  ),
  close: described('Close matches, if few exact ones are found.', z.array(found)),
  nothing: described(
    'The reason why nothing was found, if nothing was.',
    z.nullable(z.object({ title: z.string(), reason: z.string() })),
  ),
})
export type FindResult = z.infer<typeof result>

/** A list in a query is comma-separated text. */
const idList = (about: string) =>
  described(
    about,
    z.pipe(
      z.optional(z.string().check(z.maxLength(400))),
      z.pipe(
        z.transform((sent: string | undefined) => (sent ? sent.split(',') : [])),
        z.array(uuid).check(z.maxLength(10)),
      ),
    ),
  )

named({
  FoundFamily: [foundFamily, 'A family, as a search finds it.'],
  FoundPerson: [foundPerson, 'A customer, as a search finds them.'],
  FoundStudent: [foundStudent, 'A child of a family, as a search finds them.'],
  FoundPayment: [foundPayment, 'A payment, as a search finds it.'],
  FoundRequest: [foundRequest, 'A payment request, as a search finds it.'],
  FoundSchool: [foundSchool, 'A school, as a search finds it.'],
  UnmatchedDeposit: [foundDeposit, 'A deposit whose family is unknown.'],
  FindResult: [result, 'The results of a search.'],
})

/** One search over all pages of the desk. */
export const staffFind = endpoints({
  'GET /api/staff/find': {
    summary:
      'Finds families, people, students, payments, payment requests and schools by any known detail; the search is recorded',
    description:
      'A name may be mistyped. An e-mail address, an id such as LW20731, a BPAY reference and an id of ours are found by how they begin; a mobile as it is dictated; a payment method by its last digits; an id of the provider whole.',
    access: 'support',
    query: z.object({ q: described('The search text.', line(findLimits.most)) }),
    reply: result,
  },
  'GET /api/staff/find/opened': {
    summary: 'Recently opened items, by the ids that the browser keeps; the view is recorded',
    access: 'support',
    query: z.object({
      families: idList('Ids of accounts, with commas between them.'),
      payments: idList('Ids of payments.'),
      schools: idList('Ids of schools.'),
    }),
    reply: z.array(found),
  },
})
