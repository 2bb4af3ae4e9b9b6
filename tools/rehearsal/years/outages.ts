import { calendarDate, type CalendarDate } from '#domain/calendar/calendar.ts'
import type { RunningServer } from '../../testing/running-server.ts'

/** In this time lie the day of one debit and the notices of others. */
const mailAwayFrom = new Date('2026-12-10T00:00:00Z')
const mailBackAt = new Date('2026-12-13T00:00:00Z')

/** Nothing of ours runs on these days, though debits are announced and due. */
const sleepFrom = calendarDate('2027-02-09')
const sleepUntil = calendarDate('2027-02-11')

export const isSleeping = (day: CalendarDate) => day >= sleepFrom && day <= sleepUntil

/** Makes the mail server refuse everything for three days. */
export async function mailFault(server: RunningServer): Promise<void> {
  const now = server.deps.clock()
  const path = `${server.sandboxUrl}/_sandbox/api/faults`
  const { faults } = (await (await fetch(path)).json()) as { faults: { id: string; provider: string }[] }
  const isAway = now >= mailAwayFrom && now < mailBackAt
  const rule = faults.find(({ provider }) => provider === 'smtp')
  if (isAway && !rule)
    await server.sandboxApi('faults', { provider: 'smtp', times: 9_999, action: 'smtp:451' })
  if (!isAway && rule) await fetch(`${path}/${rule.id}`, { method: 'DELETE' })
}
