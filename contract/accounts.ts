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
import { endpoints } from './endpoint.ts'
import { bpayInfo } from './payment-methods.ts'
import { planYearOption } from './payment-schedule.ts'
import { accountParams, amount, calendarDate, id, year } from './wire.ts'

/** What this account's product, school, region and plan allow. The server decides; screens follow. */
export const accountConfig = z.object({
  isSetupIncomplete: z.boolean(),
  /** Load the set-up status on every navigation. */
  shouldCheckAccountSetupStatus: z.boolean(),
  accountSetupTasks: z.object({ hasSavedEstimate: z.boolean(), hasRepaymentSource: z.boolean() }),
  showDirectDebitAuthorisation: z.boolean(),
  /** A payment method is offered if both lists contain it. */
  allowedRegionalPaymentMethods: z.array(z.enum(regionalPaymentMethods)),
  allowedCustomerPortalRepaymentMethods: z.array(z.enum(portalPaymentMethods)),
  /** Set during a switch to instalments, and for a while after. */
  productChange: z.nullable(
    z.object({ status: z.enum(productChangeStatuses), frequency: z.nullable(z.enum(frequencies)) }),
  ),
  planYearOptions: z.array(planYearOption),
  allowFeeVarianceUpdates: z.boolean(),
  allowOutstandingFeeUpdates: z.boolean(),
  schoolRequiresManualReview: z.boolean(),
  /** The current tuition year in the account's region. */
  year,
  /** False only if staff must act. */
  canEditOrAddAccountPlan: z.boolean(),
  /** There is a plan that the customer may still edit. */
  customerCanUpdateSchedule: z.boolean(),
  /** The product and the school let customers create their own plan. */
  allowPaymentScheduleUpdates: z.boolean(),
  allowRepaymentSourceUpdates: z.boolean(),
})
export type AccountConfig = z.infer<typeof accountConfig>

export const datedAmount = z.object({ amount, date: calendarDate })

export const account = z.object({
  accountId: id,
  /** The short id that customers see and quote. */
  shortId: z.string(),
  productType: z.enum(productTypes),
  /** The product's customer-facing name. */
  product: z.string(),
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

export const accounts = endpoints({
  'GET /api/portal/customer/accounts': {
    summary: 'Every account of the customer, with what each allows',
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
