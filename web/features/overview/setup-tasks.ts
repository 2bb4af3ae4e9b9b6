import type { AccountConfig } from '#contract/accounts.ts'
import type { AccountSetupStatus } from '#domain/accounts.ts'

type TaskName = 'schedule' | 'method' | 'identity'
export type SetupTask = { name: TaskName; state: 'done' | 'now' | 'later' }

const taskOf: Partial<Record<AccountSetupStatus, TaskName>> = {
  SetUpPaymentSchedule: 'schedule',
  AddPaymentMethod: 'method',
  VerifyYourIdentity: 'identity',
}

/** The set-up steps of an account; null when none of them is up to the customer. */
export function setupTasks(
  status: AccountSetupStatus | undefined,
  { accountSetupTasks: tasks, productChange }: Pick<AccountConfig, 'accountSetupTasks' | 'productChange'>,
): SetupTask[] | null {
  const now = status && taskOf[status]
  if (!now) return null
  const done: Record<TaskName, boolean> = {
    schedule: tasks.hasSavedEstimate,
    method: tasks.hasRepaymentSource,
    // A switch is complete only for a verified customer.
    identity: productChange?.status === 'Completed',
  }
  return (['schedule', 'method', 'identity'] as const).map((name) => ({
    name,
    // A step that is required again is open, whatever was done before.
    state: name === now ? 'now' : done[name] ? 'done' : 'later',
  }))
}
