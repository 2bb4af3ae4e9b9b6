import type { AccountConfig } from '#contract/accounts.ts'
import type { ActivePlan } from '#contract/overview.ts'
import type { AccountSetupStatus } from '#domain/accounts.ts'

type Config = Pick<AccountConfig, 'allowPaymentScheduleUpdates' | 'customerCanUpdateSchedule'>

/** The label of the payment schedule button; null where the customer has no access. */
export function planButton(
  config: Config,
  setupStatus: AccountSetupStatus | undefined,
  /** The plan on the card. */
  plan: { config: Pick<ActivePlan['config'], 'customerCanUpdateSchedule'> } | null,
): 'Edit plan' | 'View plan' | 'Set up plan' | null {
  if (!config.allowPaymentScheduleUpdates && setupStatus !== 'SetUpPaymentSchedule') return null
  if (!config.customerCanUpdateSchedule) return 'Set up plan'
  return plan && !plan.config.customerCanUpdateSchedule ? 'View plan' : 'Edit plan'
}
