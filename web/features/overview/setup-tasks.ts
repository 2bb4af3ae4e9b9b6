import type { AccountConfig } from '#contract/accounts.ts'
import type { AccountSetupStatus } from '#domain/accounts.ts'

type TaskName = 'schedule' | 'method' | 'identity'
export type SetupTask = { name: TaskName; state: 'done' | 'now' | 'later' }

const taskOf: Partial<Record<AccountSetupStatus, TaskName>> = {
  SetUpPaymentSchedule: 'schedule',
  AddPaymentMethod: 'method',
  VerifyYourIdentity: 'identity',
}

/** The steps of setting up an account; null while none of them is the customer's to take. */
export function setupTasks(
  status: AccountSetupStatus | undefined,
  { accountSetupTasks: tasks, productChange }: Pick<AccountConfig, 'accountSetupTasks' | 'productChange'>,
): SetupTask[] | null {
  const now = status && taskOf[status]
  if (!now) return null
  const done: Record<TaskName, boolean> = {
    schedule: tasks.hasSavedEstimate,
    method: tasks.hasRepaymentSource,
    // No switch is finished for somebody whom we do not know.
    identity: productChange?.status === 'Completed',
  }
  return (['schedule', 'method', 'identity'] as const).map((name) => ({
    name,
    // A step that is asked for again counts as open, whatever was done for it before.
    state: name === now ? 'now' : done[name] ? 'done' : 'later',
  }))
}
