import type { AccountConfig } from '#contract/accounts.ts'
import type { PaymentPlan } from '#contract/payment-schedule.ts'

type Config = Pick<AccountConfig, 'canEditOrAddAccountPlan' | 'allowPaymentScheduleUpdates'>

export type WhyReadOnly =
  /** Staff must step in. */
  | 'blocked'
  | 'completed'
  | 'under-way'
  /** The last day for changes has passed. */
  | 'closed'
  /** Product or school leave plans to our people. */
  | 'ours'

/** Why a plan that the server does not let a parent change is so. What the parent should do comes first. */
export function whyReadOnly(config: Config, { planStatus }: Pick<PaymentPlan, 'planStatus'>): WhyReadOnly {
  if (!config.canEditOrAddAccountPlan) return 'blocked'
  if (planStatus === 'Completed') return 'completed'
  if (planStatus === 'Current') return 'under-way'
  return planStatus === 'Saved' && config.allowPaymentScheduleUpdates ? 'closed' : 'ours'
}
