import * as z from 'zod/mini'
import { accountSetupStatuses, accountStatuses, productTypes, reopenings } from '#domain/accounts.ts'
import {
  portalPaymentMethods,
  regionalPaymentMethods,
  repaymentSourceTypes,
} from '#domain/payment-methods/payment-methods.ts'
import { frequencies, planStatuses, renewalStatuses } from '#domain/plan/payment-schedule.ts'
import { regions } from '#domain/region.ts'
import { productChangeStatuses } from '#domain/switch-account.ts'
import { described, named } from './documented.ts'
import { endpoints } from './endpoint.ts'
import { customerStatuses } from './staff-customers.ts'
import { accountId, change, countInQuery, unlessSent, uuid } from './staff-wire.ts'
import { amount, calendarDate, id, instant, line, percent, year } from './wire.ts'

const flags = {
  isSetupIncomplete: z.boolean(),
  checksSetupStatus: described(
    'Whether the portal loads the set-up status on every navigation.',
    z.boolean(),
  ),
  canEditOrAddPlan: described('False only while staff must act before the plan may change.', z.boolean()),
  allowsScheduleUpdates: z.boolean(),
  allowsSourceUpdates: z.boolean(),
  allowsRepaymentChange: z.boolean(),
}

const ownRules = {
  allowedRegionalMethods: described(
    "Null takes the school's list.",
    z.nullable(z.array(z.enum(regionalPaymentMethods))),
  ),
  allowedPortalMethods: z.nullable(z.array(z.enum(portalPaymentMethods))),
  showsDirectDebitAuthorisation: described("Null to follow the school's setting.", z.nullable(z.boolean())),
}

const standing = {
  productType: z.enum(productTypes),
  setupStatus: z.enum(accountSetupStatuses),
  renewalStatus: z.enum(renewalStatuses),
}

const enrolment = z.object({
  id,
  studentId: id,
  firstName: z.string(),
  lastName: z.string(),
  institutionName: z.string(),
  startYear: year,
  startYearLevel: z.string(),
  joinedOn: described(
    'The day from which the family pays through us; null if it precedes our records.',
    z.nullable(calendarDate),
  ),
  percent: described("This payer's share of the fees.", percent),
  holdsRemainder: z.boolean(),
})
export type StaffEnrolment = z.infer<typeof enrolment>

const account = z.object({
  id,
  shortId: z.string(),
  region: z.enum(regions),
  status: z.enum(accountStatuses),
  institutionId: id,
  institutionName: z.string(),
  ...standing,
  ...flags,
  ...ownRules,
  balance: described("Positive is credit in the family's favour.", amount),
  bpay: z.nullable(z.object({ billerCode: z.nullable(z.string()), reference: z.string() })),
  createdAt: instant,
  setupCompletedAt: z.nullable(instant),
  productChangeStatus: described(
    'The status of a switch to instalments; null without one.',
    z.nullable(z.enum(productChangeStatuses)),
  ),
  members: z.array(z.object({ id, name: z.string(), email: z.string(), status: z.enum(customerStatuses) })),
  enrolments: z.array(enrolment),
  plans: z.array(
    z.object({
      id,
      tuitionYear: year,
      status: z.enum(planStatuses),
      version: z.int(),
      savedBy: z.string(),
      frequency: z.enum(frequencies),
      startDate: calendarDate,
      endDate: calendarDate,
      total: amount,
      periodicAmount: amount,
    }),
  ),
  instalments: described(
    'The instalments of current and future plans, by due date.',
    z.array(
      z.object({
        planId: id,
        seq: z.int(),
        dueOn: calendarDate,
        collectOn: described('The day on which it was or will be collected.', calendarDate),
        amount,
        status: z.string(),
      }),
    ),
  ),
  cancelledPayments: described(
    'The payments of plans that the closing of the account has cancelled, and that reopening can bring back.',
    z.array(
      z.object({
        on: calendarDate,
        amount,
        isMissed: described(
          'Whether its day has passed: the family would be asked for it, and it would not be debited.',
          z.boolean(),
        ),
      }),
    ),
  ),
  nextPayment: described(
    "The family's next payment: all collections of the next collection day.",
    z.nullable(
      z.object({
        date: calendarDate,
        amount,
        surcharge: amount,
        total: amount,
        methodName: z.nullable(z.string()),
        parts: z.array(
          z.object({
            dueOn: calendarDate,
            amount,
            isRetry: z.boolean(),
            tuitionYear: described(
              'The tuition year of its plan, if parts of several plans are collected at once.',
              z.optional(year),
            ),
          }),
        ),
      }),
    ),
  ),
  sources: described(
    'Masked: full numbers are never returned.',
    z.array(
      z.object({
        id,
        type: z.enum(repaymentSourceTypes),
        displayName: z.string(),
        expiry: z.nullable(z.string()),
        status: z.string(),
        isDefault: z.boolean(),
        isPreferred: z.boolean(),
      }),
    ),
  ),
  requests: z.array(
    z.object({
      id,
      institutionName: z.string(),
      amountDue: amount,
      amountPaid: amount,
      amountLeft: described('Without what is on its way.', amount),
      dueOn: calendarDate,
      status: z.string(),
    }),
  ),
  payments: described(
    'Newest first, at most twenty.',
    z.array(
      z.object({
        id,
        kind: z.string(),
        status: z.string(),
        amount,
        surcharge: amount,
        refunded: amount,
        methodName: z.nullable(z.string()),
        paidOn: z.nullable(calendarDate),
        createdAt: instant,
      }),
    ),
  ),
})
export type StaffAccount = z.infer<typeof account>

const accountParams = z.object({ accountId })
const memberParams = z.object({ accountId, customerId: described('A customer.', uuid) })

const enrolmentSent = {
  startYear: year,
  startYearLevel: line(40),
  joinedOn: described(
    'The day from which the family pays for the child through us; today by default. Terms that ended before it are not charged.',
    z.optional(z.nullable(calendarDate)),
  ),
  institutionId: described("The account's school, unless another is named.", z.optional(uuid)),
}

const foundAccount = z.object({
  id,
  shortId: z.string(),
  institutionName: z.string(),
  productType: z.enum(productTypes),
  status: z.enum(accountStatuses),
  setupStatus: z.enum(accountSetupStatuses),
  memberNames: described('The names of all members of the account.', z.string()),
})
export type FoundAccount = z.infer<typeof foundAccount>

named({
  StaffEnrolment: [enrolment, 'A child at a school, and this account’s share of the fees.'],
  StaffAccount: [account, 'All details of an account.'],
})

export const staffAccounts = endpoints({
  'GET /api/staff/accounts': {
    summary:
      'Finds an account by the short id that customers quote, or lists accounts by short id, page by page',
    access: 'support',
    query: z.object({
      shortId: described('For example LW12345.', z.optional(line(30))),
      schoolId: described('Only accounts at this school, or that pay for a student there.', z.optional(uuid)),
      setupStatus: described('Only accounts at this set-up step.', z.optional(z.enum(accountSetupStatuses))),
      isSetUp: described(
        'Only accounts whose set-up is finished, or only those whose is not.',
        z.optional(z.enum(['true', 'false'])),
      ),
      status: described('Only accounts with this status.', z.optional(z.enum(accountStatuses))),
      after: described('The last short id on the previous page.', z.optional(line(30))),
      limit: described('The length of a page.', unlessSent(countInQuery(200), 50)),
    }),
    reply: z.array(foundAccount),
  },
  'GET /api/staff/accounts/:accountId': {
    summary: 'One account in full: plans, instalments, methods, balance, requests, payments, flags',
    access: 'support',
    params: accountParams,
    reply: account,
  },
  'POST /api/staff/accounts': {
    summary: 'Opens an account at a school for one or more customers, ready to be set up',
    access: 'operations',
    body: change({
      institutionId: uuid,
      productType: z.enum(productTypes),
      customerIds: z.array(uuid).check(z.minLength(1), z.maxLength(10)),
      accountId: described(
        'Chosen by the caller, so that a repeated call opens only one account.',
        z.optional(uuid),
      ),
    }),
    reply: account,
    refusals: ['not_found', 'not_possible', 'request_id_reused'],
  },
  'PUT /api/staff/accounts/:accountId': {
    summary: 'Changes product, flags, set-up and renewal status or allow-lists; what is left out stays',
    access: 'operations',
    params: accountParams,
    body: change({
      productType: z.optional(standing.productType),
      setupStatus: z.optional(standing.setupStatus),
      renewalStatus: z.optional(standing.renewalStatus),
      isSetupIncomplete: z.optional(z.boolean()),
      checksSetupStatus: z.optional(z.boolean()),
      canEditOrAddPlan: z.optional(z.boolean()),
      allowsScheduleUpdates: z.optional(z.boolean()),
      allowsSourceUpdates: z.optional(z.boolean()),
      allowsRepaymentChange: z.optional(z.boolean()),
      allowedRegionalMethods: z.optional(ownRules.allowedRegionalMethods),
      allowedPortalMethods: z.optional(ownRules.allowedPortalMethods),
      showsDirectDebitAuthorisation: z.optional(ownRules.showsDirectDebitAuthorisation),
    }),
    reply: account,
    refusals: ['account_closed'],
  },
  'POST /api/staff/accounts/:accountId/deactivate': {
    summary:
      'Closes an account without credit: payments of plans and requests of schools are cancelled, and the family is notified',
    access: 'operations',
    params: accountParams,
    body: change({
      isAcknowledged: described(
        'Whether the caller has read the debts and coming payments, and closes the account in spite of them.',
        z.optional(z.boolean()),
      ),
    }),
    reply: account,
    refusals: ['account_not_settled', 'not_possible'],
  },
  'POST /api/staff/accounts/:accountId/reactivate': {
    summary: 'Reopens a closed account, and collects the payments that are chosen; the family is notified',
    access: 'operations',
    params: accountParams,
    body: change({
      begin: described(
        'Which of `cancelledPayments` are collected again: `Nothing`, those still `Coming`, each after a new notice, or `All`, where missed ones are overdue and the family is asked for them.',
        z.enum(reopenings),
      ),
    }),
    reply: account,
    refusals: ['not_possible'],
  },
  'POST /api/staff/accounts/:accountId/members/:customerId/add': {
    summary: 'Adds a customer to the members of the account',
    access: 'operations',
    params: memberParams,
    body: change({}),
    reply: account,
    refusals: ['not_possible'],
  },
  'POST /api/staff/accounts/:accountId/members/:customerId/remove': {
    summary: 'Removes a customer from the members of the account; the last one cannot be removed',
    access: 'operations',
    params: memberParams,
    body: change({}),
    reply: account,
    refusals: ['not_possible'],
  },
  'POST /api/staff/accounts/:accountId/students': {
    summary: 'Enrols a child whose fees this account pays in full',
    access: 'operations',
    params: accountParams,
    body: change({ firstName: line(100), lastName: line(100), ...enrolmentSent }),
    reply: account,
    refusals: ['not_possible'],
  },
  'PUT /api/staff/accounts/:accountId/enrolments/:enrolmentId': {
    summary: "Corrects a child's name, school, first year, level or the day of joining",
    access: 'operations',
    params: z.object({ accountId, enrolmentId: described('The enrolment of a child.', uuid) }),
    body: change({
      firstName: z.optional(line(100)),
      lastName: z.optional(line(100)),
      startYear: z.optional(year),
      startYearLevel: z.optional(line(40)),
      joinedOn: z.optional(z.nullable(calendarDate)),
      institutionId: z.optional(uuid),
    }),
    reply: account,
    refusals: ['not_possible'],
  },
  'PUT /api/staff/students/:studentId/shares': {
    summary: "Sets the share of a child's fees that each account pays; the shares add up to 100",
    access: 'operations',
    params: z.object({ studentId: described('A student.', uuid) }),
    body: change({
      shares: z
        .array(z.strictObject({ accountId: uuid, percent: percent.check(z.positive()) }))
        .check(z.minLength(1), z.maxLength(6)),
      remainderAccountId: described('The account whose share takes the rounding difference.', uuid),
    }),
    reply: z.array(z.object({ accountId: id, shortId: z.string(), percent, holdsRemainder: z.boolean() })),
    refusals: ['not_possible'],
  },
})
