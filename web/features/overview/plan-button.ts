import type { AccountConfig } from '#contract/accounts.ts'
import type { AccountSetupStatus } from '#domain/accounts.ts'

type Config = Pick<AccountConfig, 'allowPaymentScheduleUpdates' | 'customerCanUpdateSchedule'>

/** The label of the payment schedule button; null where the customer has no access. */
export function planButton(
  config: Config,
  setupStatus: AccountSetupStatus | undefined,
): 'Edit plan' | 'Set up plan' | null {
  if (!config.allowPaymentScheduleUpdates && setupStatus !== 'SetUpPaymentSchedule') return null
  return config.customerCanUpdateSchedule ? 'Edit plan' : 'Set up plan'
}
