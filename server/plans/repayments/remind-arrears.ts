import type { Region } from '#domain/region.ts'
import type { Deps } from '../../platform/deps.ts'
import { workOn } from '../../platform/jobs/work-through.ts'
import { putInOutbox } from '../../letters/outbox/outbox.ts'
import { companySettings } from '../../platform/settings/company-settings.ts'
import { countReminder, listArrearsToRemind, type ArrearsToRemind } from './overdue.store.ts'

const remindersAtOnce = 200

/**
 * Sends one letter and one text message to each family about everything that is overdue, on the days of
 * `domain/arrears.ts`.
 */
export async function remindOfArrears(deps: Deps, region: Region): Promise<void> {
  const { arrearsReminderDays: days } = await companySettings(deps)
  const name = 'remind-overdue'
  const turn = { work: name, now: deps.clock(), limit: remindersAtOnce }
  const arrears = await listArrearsToRemind(deps.db, { ...turn, region, days })
  const itemOf = ({ requestId, accountId }: ArrearsToRemind) => ({ item: requestId, accountId })
  await workOn(deps, { name, itemOf }, arrears, async (some) => {
    for (const each of some) await remind(deps, region, each)
  })
}

async function remind(deps: Deps, region: Region, arrears: ArrearsToRemind): Promise<void> {
  const { accountId, payer, ...about } = arrears
  const { amount, schoolName, requestId, reminders } = about
  await deps.db.transaction(async (tx) => {
    if (!(await countReminder(tx, arrears, deps.clock()))) return
    const to = { customerId: payer.id, accountId }
    const once = `${requestId}:${reminders + 1}`
    await putInOutbox(tx, deps, {
      ...to,
      kind: 'PaymentOverdue',
      facts: { ...about, firstName: payer.firstName, region },
      recipient: payer.email,
      once: `overdue:${once}`,
    })
    if (!payer.mobile) return
    await putInOutbox(tx, deps, {
      ...to,
      kind: 'PaymentOverdueText',
      facts: { region, schoolName, amount, requestId },
      recipient: payer.mobile,
      once: `overdue-text:${once}`,
    })
  })
}
