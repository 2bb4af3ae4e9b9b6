import * as z from 'zod/mini'
import { accountStatuses, contributionStatuses, productTypes } from '#domain/accounts.ts'
import { regions } from '#domain/region.ts'
import { endpoints } from './endpoint.ts'
import { email } from './login.ts'
import { change, countInQuery, mobile, unlessSent, uuid } from './staff-wire.ts'
import { calendarDate, id, instant, line } from './wire.ts'

export const customerStatuses = ['Active', 'Disabled'] as const

const accountLine = z.object({
  id,
  shortId: z.string(),
  institutionName: z.string(),
  productType: z.enum(productTypes),
  status: z.enum(accountStatuses),
})

const found = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  mobile: z.nullable(z.string()),
  region: z.enum(regions),
  status: z.enum(customerStatuses),
  accounts: z.array(accountLine),
})
export type FoundCustomer = z.infer<typeof found>

const part = unlessSent(z.string().check(z.trim(), z.maxLength(100)), '')

const address = z.strictObject({
  unitNo: part,
  streetNo: part,
  street: part,
  suburb: part,
  state: line(50),
  postcode: line(12),
})
export type StaffAddress = z.infer<typeof address>

const customer = z.object({
  ...found.shape,
  birthDate: z.nullable(calendarDate),
  address: z.nullable(z.object({ ...address.shape, fullAddress: z.string() })),
  openSessions: z.int(),
  contribution: z.nullable(z.object({ status: z.enum(contributionStatuses), inviteUrl: z.string() })),
  createdAt: instant,
})
export type StaffCustomer = z.infer<typeof customer>

const customerParams = z.object({ customerId: uuid })

export const staffCustomers = endpoints({
  'GET /api/staff/customers': {
    summary:
      'Finds customers by the beginning of e-mail or name, by mobile, or by the short id of an account',
    access: 'staff',
    role: 'support',
    query: z.object({ find: line(254), limit: unlessSent(countInQuery(50), 20) }),
    reply: z.array(found),
  },
  'GET /api/staff/customers/:customerId': {
    summary: 'One customer with everything we keep about the person, and their accounts',
    access: 'staff',
    role: 'support',
    params: customerParams,
    reply: customer,
    refusals: ['not_found'],
  },
  'POST /api/staff/customers': {
    summary: 'Creates a customer, who can log in once they have an account',
    access: 'staff',
    role: 'operations',
    body: change({
      email,
      firstName: line(100),
      lastName: line(100),
      mobile: z.optional(mobile),
      region: z.enum(regions),
      birthDate: z.optional(calendarDate),
      address: z.optional(address),
    }),
    reply: customer,
    refusals: ['already_exists'],
  },
  'PUT /api/staff/customers/:customerId': {
    summary: 'Changes how a customer is called and reached; what is left out stays',
    access: 'staff',
    role: 'support',
    params: customerParams,
    body: change({
      email: z.optional(email),
      firstName: z.optional(line(100)),
      lastName: z.optional(line(100)),
      /** Null takes the number away: the customer then logs in by mail. */
      mobile: z.optional(z.nullable(mobile)),
      birthDate: z.optional(z.nullable(calendarDate)),
      address: z.optional(address),
    }),
    reply: customer,
    refusals: ['not_found', 'already_exists'],
  },
  'POST /api/staff/customers/:customerId/disable': {
    summary: 'Lets a customer in no more and ends every session of theirs at once',
    access: 'staff',
    role: 'operations',
    params: customerParams,
    body: change({}),
    reply: customer,
    refusals: ['not_found'],
  },
  'POST /api/staff/customers/:customerId/enable': {
    summary: 'Lets a customer in again',
    access: 'staff',
    role: 'operations',
    params: customerParams,
    body: change({}),
    reply: customer,
    refusals: ['not_found'],
  },
  'POST /api/staff/customers/:customerId/impersonation': {
    summary:
      'Makes a link that shows the portal as the customer sees it: once, for half an hour, without money',
    access: 'staff',
    role: 'support',
    params: customerParams,
    body: change({}),
    reply: z.object({ url: z.string(), endsAt: instant }),
    refusals: ['not_found'],
  },
  'POST /api/staff/customers/:customerId/contribution-invite': {
    summary: "Invites a customer by mail to give to the fund, with the fund's own link",
    access: 'staff',
    role: 'operations',
    params: customerParams,
    body: change({ inviteUrl: z.url({ protocol: /^https$/ }).check(z.maxLength(500)) }),
    reply: customer,
    refusals: ['not_found', 'not_possible'],
  },
  'PUT /api/staff/customers/:customerId/contribution': {
    summary: "Corrects what we know about a customer's voluntary contribution",
    access: 'staff',
    role: 'operations',
    params: customerParams,
    body: change({ status: z.enum(contributionStatuses) }),
    reply: customer,
    refusals: ['not_found', 'not_possible'],
  },
})
