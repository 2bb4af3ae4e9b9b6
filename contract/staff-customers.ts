import * as z from 'zod/mini'
import { accountStatuses, contributionStatuses, productTypes } from '#domain/accounts.ts'
import { contactChangeStatuses, contactDecisions } from '#domain/contact-change.ts'
import { regions } from '#domain/region.ts'
import { described, named } from './documented.ts'
import { endpoints, file } from './endpoint.ts'
import { approval, awaitsApproval } from './staff-approvals.ts'
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

const contactChange = z.object({
  id,
  status: z.enum(contactChangeStatuses),
  oldEmail: z.string(),
  newEmail: z.string(),
  oldMobile: z.nullable(z.string()),
  newMobile: z.nullable(z.string()),
  changedAt: instant,
  changedBy: described('The e-mail of the member of staff.', z.string()),
  reason: z.string(),
  blockedUntil: described(
    'The end of the block on withdrawals and new bank accounts; a stopped change blocks them until it is resolved.',
    instant,
  ),
  stoppedAt: z.nullable(instant),
  resolvedAt: z.nullable(instant),
})
export type StaffContactChange = z.infer<typeof contactChange>

const customerParams = z.object({ customerId: described('A customer.', uuid) })

named({
  AccountLine: [accountLine, 'An account of a customer, in short.'],
  FoundCustomer: [found, 'A customer, as a search finds them.'],
  StaffAddress: [address, 'An address in parts.'],
  StaffCustomer: [customer, 'A customer with all personal data.'],
  StaffContactChange: [contactChange, 'A change of e-mail or mobile.'],
})

export const staffCustomers = endpoints({
  'GET /api/staff/customers': {
    summary:
      'Finds customers by the beginning of e-mail or name, by mobile, or by the short id of an account',
    access: 'support',
    query: z.object({
      find: described('E-mail, name, mobile or short id.', line(254)),
      limit: unlessSent(countInQuery(50), 20),
    }),
    reply: z.array(found),
  },
  'GET /api/staff/customers/:customerId': {
    summary: 'One customer with all personal data and accounts',
    access: 'support',
    params: customerParams,
    reply: customer,
  },
  'POST /api/staff/customers': {
    summary: 'Creates a customer, who can log in once they have an account',
    access: 'operations',
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
    summary: 'Changes name, birth date and address of a customer; what is left out stays',
    access: 'support',
    params: customerParams,
    body: change({
      firstName: z.optional(line(100)),
      lastName: z.optional(line(100)),
      birthDate: z.optional(z.nullable(calendarDate)),
      address: z.optional(address),
    }),
    reply: customer,
  },
  'PUT /api/staff/customers/:customerId/contact': {
    summary:
      'Changes e-mail or mobile; fields left out are unchanged. Old and new contacts are notified, the customer is logged out everywhere, and withdrawals are paused',
    access: 'operations',
    params: customerParams,
    body: change({
      email: z.optional(email),
      mobile: described(
        'Null removes the number: the customer then logs in by mail.',
        z.optional(z.nullable(mobile)),
      ),
    }),
    reply: customer,
    refusals: ['already_exists'],
  },
  'GET /api/staff/customers/:customerId/contact-changes': {
    summary: 'All changes of e-mail or mobile, newest first; the view is recorded',
    access: 'operations',
    params: customerParams,
    reply: z.array(contactChange),
  },
  'POST /api/staff/contact-changes/:contactChangeId/resolve': {
    summary:
      'Decides on a change that was stopped from the former address: keep it, or restore the former contact',
    access: 'operations',
    params: z.object({
      contactChangeId: described('The id of a change of contact details, from the list.', uuid),
    }),
    body: change({ decision: z.enum(contactDecisions) }),
    reply: customer,
    refusals: ['not_possible', 'already_decided', 'already_exists'],
  },
  'POST /api/staff/customers/:customerId/disable': {
    summary: "Blocks a customer's access and ends all their sessions at once",
    access: 'operations',
    params: customerParams,
    body: change({}),
    reply: customer,
  },
  'POST /api/staff/customers/:customerId/enable': {
    summary: "Restores a customer's access",
    access: 'operations',
    params: customerParams,
    body: change({}),
    reply: customer,
  },
  'GET /api/staff/customers/:customerId/export': {
    summary: 'All data that we hold about a customer, as a file for that person; the view is recorded',
    access: 'operations',
    params: customerParams,
    reply: file('application/json'),
  },
  'POST /api/staff/customers/:customerId/erase': {
    summary:
      "Requests the permanent deletion of a customer's personal data. All their accounts must be closed and settled",
    access: 'operations',
    params: customerParams,
    body: change({}),
    asksFor: 'CustomerErasure',
    accepted: awaitsApproval,
    reply: approval,
    refusals: ['account_not_settled', 'not_possible'],
  },
  'POST /api/staff/customers/:customerId/impersonation': {
    summary:
      'Creates a link that shows the portal as the customer sees it: usable once, for half an hour, and without moving money',
    access: 'support',
    params: customerParams,
    body: change({}),
    reply: z.object({ url: z.string(), endsAt: instant }),
  },
  'POST /api/staff/customers/:customerId/contribution-invite': {
    summary: "Invites a customer by mail to give to the fund, with the fund's own link",
    access: 'operations',
    params: customerParams,
    body: change({ inviteUrl: z.url({ protocol: /^https$/ }).check(z.maxLength(500)) }),
    reply: customer,
    refusals: ['not_possible'],
  },
  'PUT /api/staff/customers/:customerId/contribution': {
    summary: "Corrects the record of a customer's voluntary contribution",
    access: 'operations',
    params: customerParams,
    body: change({ status: z.enum(contributionStatuses) }),
    reply: customer,
    refusals: ['not_possible'],
  },
})
