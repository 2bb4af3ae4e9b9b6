import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { RunningServer } from '../testing/running-server.ts'
import type { Program } from './cast.ts'

export const isAsleep = ({ asleep }: Program, day: CalendarDate) =>
  asleep !== undefined && day >= asleep.from && day <= asleep.until

/** Makes the mail server refuse everything while it is away. */
export async function mailFault(server: RunningServer, { mailAway }: Program): Promise<void> {
  if (!mailAway) return
  const now = server.deps.clock()
  const path = `${server.sandboxUrl}/_sandbox/api/faults`
  const { faults } = (await (await fetch(path)).json()) as { faults: { id: string; provider: string }[] }
  const isAway = now >= mailAway.from && now < mailAway.until
  const rule = faults.find(({ provider }) => provider === 'smtp')
  if (isAway && !rule)
    await server.sandboxApi('faults', { provider: 'smtp', times: 9_999, action: 'smtp:451' })
  if (!isAway && rule) await fetch(`${path}/${rule.id}`, { method: 'DELETE' })
}
