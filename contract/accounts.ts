import * as z from 'zod/mini'
import {
  accountSetupStatuses,
  accountStatuses,
  contributionStatuses,
  productTypes,
} from '#domain/accounts.ts'
import { portalPaymentMethods, regionalPaymentMethods } from '#domain/payment-methods/payment-methods.ts'
import { frequencies } from '#domain/plan/payment-schedule.ts'
import { regions } from '#domain/region.ts'
import { productChangeStatuses } from '#domain/switch-account.ts'
import { described, named } from './documented.ts'
import { endpoints } from './endpoint.ts'
import { bpayInfo } from './payment-methods.ts'
import { planYearOption } from './payment-schedule.ts'
import { accountParams, amount, calendarDate, id, year } from './wire.ts'

export const accountConfig = z.object({
  isSetupIncomplete: z.boolean(),
  shouldCheckAccountSetupStatus: described('Load the set-up status on every navigation.', z.boolean()),
  accountSetupTasks: z.object({ hasSavedEstimate: z.boolean(), hasRepaymentSource: z.boolean() }),
  showDirectDebitAuthorisation: z.boolean(),
  allowedRegionalPaymentMethods: described(
    'A payment method is offered if both lists contain it.',
    z.array(z.enum(regionalPaymentMethods)),
  ),
  allowedCustomerPortalRepaymentMethods: z.array(z.enum(portalPaymentMethods)),
  productChange: described(
    'Set during a switch to instalments and for some time afterwards.',
    z.nullable(
      z.object({ status: z.enum(productChangeStatuses), frequency: z.nullable(z.enum(frequencies)) }),
    ),
  ),
  planYearOptions: z.array(planYearOption),
  allowFeeVarianceUpdates: z.boolean(),
  allowOutstandingFeeUpdates: z.boolean(),
  schoolRequiresManualReview: z.boolean(),
  year: described("The current tuition year in the account's region.", year),
  canEditOrAddAccountPlan: described('False only while staff must act first.', z.boolean()),
  customerCanUpdateSchedule: described(
    'Whether there is a plan that the customer may still edit.',
    z.boolean(),
  ),
  allowPaymentScheduleUpdates: described(
    'Whether the product and the school let customers create their own plan.',
    z.boolean(),
  ),
  allowRepaymentSourceUpdates: z.boolean(),
})
export type AccountConfig = z.infer<typeof accountConfig>

export const datedAmount = z.object({ amount, date: calendarDate })

export const account = z.object({
  accountId: id,
  shortId: described('The short id that customers see and quote.', z.string()),
  productType: z.enum(productTypes),
  product: described("The product's customer-facing name.", z.string()),
  status: z.enum(accountStatuses),
  institutionName: z.string(),
  region: z.enum(regions),
  nextRepayment: z.nullable(datedAmount),
  lastRepayment: z.nullable(datedAmount),
  nextRepaymentDate: z.nullable(calendarDate),
  bpayInfo: z.nullable(bpayInfo),
  config: accountConfig,
  voluntaryContribution: z.nullable(
    z.object({ status: z.enum(contributionStatuses), inviteUrl: z.nullable(z.string()) }),
  ),
})
export type Account = z.infer<typeof account>

named({
  DatedAmount: [datedAmount, 'An amount and its day.'],
  AccountConfig: [
    accountConfig,
    "What this account's product, school, region and plan allow. The server decides; screens follow.",
  ],
  Account: [account, 'An account of a family at a school, and what the portal may offer for it.'],
})

export const accounts = endpoints({
  'GET /api/portal/customer/accounts': {
    summary: 'All accounts of the customer, with what each allows',
    description:
      'Start here after log-in: nearly every other call names one of these accounts by its `accountId`.',
    access: 'customer',
    reply: z.array(account),
  },
  'GET /api/portal/customer/account/:accountId/account-setup-status': {
    summary: 'The next set-up step of the account',
    access: 'account',
    params: accountParams,
    reply: z.object({ accountSetupStatus: z.enum(accountSetupStatuses) }),
  },
})
