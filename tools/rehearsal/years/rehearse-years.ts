import { setTimeout as sleep } from 'node:timers/promises'
import { addDays, type CalendarDate } from '#domain/calendar/calendar.ts'
import { systemClock } from '#server/platform/clock.ts'
import { sql } from '#server/platform/database/sql.ts'
import { deliverWaiting } from '#server/letters/outbox/outbox.ts'
import { runRepayments } from '#server/plans/repayments/run-repayments.ts'
import { scheduledJobs } from '../../testing/scheduled-jobs.ts'
import { runServer, type RunningServer } from '../../testing/running-server.ts'
import { signUp } from '../cast.ts'
import { receiveEvents } from '../year.ts'
import { perform } from './acts.ts'
import { firstDay, lastDay, roles, type Family, type Role } from './cast.ts'
import { inboxReader } from './inbox.ts'
import type { FamilyLog, YearsLog } from './log.ts'
import { isSleeping, mailFault } from './outages.ts'
import { prepareMishaps } from './mishaps.ts'
import { overdueNow, readLog } from './read-log.ts'

/**
 * By day and by night in both countries: at 02:00 Australia has noon and Britain sleeps, at 15:30 it is the other way
 * round. At 09:00 the Australian evening begins: with summer time it is eight o'clock.
 */
const timesOfDay = ['02:00', '09:00', '15:30']
/** When families do things. */
const awake = { AU: '02:00', UK: '09:00' }

export type YearsOptions = {
  /** All of them, unless said otherwise. */
  families?: readonly Role[]
  until?: CalendarDate
  onDay?: (day: CalendarDate) => void
}

/** Moves the clock through the months, three times a day, and runs every job that the clock would start. */
export async function rehearseYears(
  databaseUrl: string,
  { families: cast = roles, until = lastDay, onDay }: YearsOptions = {},
): Promise<YearsLog> {
  const server = await runServer(databaseUrl, { quietHours: { from: 20, until: 8 } })
  try {
    const families: Family[] = []
    const notes = notebook(server)
    let days = 0
    for (let day = firstDay; day <= until; day = addDays(day, 1)) {
      days += 1
      // Nothing runs on such a day: what was due is made up for later.
      if (isSleeping(day)) continue
      for (const time of timesOfDay) {
        await goTo(server, `${day}T${time}:00Z`)
        await mailFault(server)
        for (const role of cast) {
          if (role.signsUpOn === day && time === awake[role.region]) families.push(await signUp(server, role))
        }
        await liveThrough(server, families, { day, time }, notes)
      }
      await notes.inbox.read()
      onDay?.(day)
    }
    // What was written in the last night leaves in the morning.
    for (const time of Object.values(awake)) {
      await goTo(server, `${addDays(until, 1)}T${time}:00Z`)
      await deliverAll(server)
    }
    await notes.inbox.read()
    const inOrder = cast.flatMap(({ name }) => families.filter((family) => family.name === name))
    return await readLog(server, inOrder, { ...notes, arrived: notes.inbox.arrived, days })
  } finally {
    await server.close()
  }
}

function notebook(server: RunningServer) {
  return {
    inbox: inboxReader(server),
    runScheduled: scheduledJobs(server.deps),
    acts: new Map<string, FamilyLog['acts']>(),
    overdue: new Map<string, FamilyLog['overdue']>(),
  }
}
type Notebook = ReturnType<typeof notebook>

async function goTo(server: RunningServer, moment: string): Promise<void> {
  await server.travel(Date.parse(moment) - server.deps.clock().getTime())
}

type Moment = { day: CalendarDate; time: string }

async function liveThrough(
  server: RunningServer,
  families: readonly Family[],
  moment: Moment,
  notes: Notebook,
): Promise<void> {
  const began = server.deps.clock()
  await receiveEvents(server)
  await actAll(server, families, moment, notes)
  await runJobs(server, families, notes)
  await noteOverdue(server, notes, began)
  await deliverAll(server)
}

/** What is on its way arrives before the clock moves: a mail must not leave at noon and arrive at night. */
async function deliverAll(server: RunningServer): Promise<void> {
  const { deps } = server
  await server.travel(11_000)
  await deliverWaiting(deps)
  const leased = () =>
    deps.db.many(sql`select from outbox_message where leased_until > ${systemClock()} limit 1`)
  while ((await leased()).length > 0) await sleep(20)
}

async function actAll(
  server: RunningServer,
  families: readonly Family[],
  { day, time }: Moment,
  { acts }: Notebook,
): Promise<void> {
  for (const family of families) {
    if (time !== awake[family.region]) continue
    for (const { act } of family.acts.filter(({ on }) => on === day)) {
      await perform(server, family, act)
      const at = server.deps.clock()
      acts.set(family.accountId, [...(acts.get(family.accountId) ?? []), { at, act }])
      await receiveEvents(server)
    }
  }
}

async function runJobs(
  server: RunningServer,
  families: readonly Family[],
  { runScheduled }: Notebook,
): Promise<void> {
  const afterwards = await prepareMishaps(server, families)
  const counts = await runScheduled()
  await afterwards()
  // In reality the next run comes a minute later; it is only needed if something happened.
  if (Object.values(counts).every((count) => count === 0)) return
  await receiveEvents(server)
  await runRepayments(server.deps)
}

/** What comes of a moment holds from its beginning: messages of the same moment are about it. */
async function noteOverdue(server: RunningServer, { overdue }: Notebook, at: Date): Promise<void> {
  const now = new Map((await overdueNow(server)).map(({ accountId, owing }) => [accountId, owing]))
  for (const accountId of new Set([...now.keys(), ...overdue.keys()])) {
    const amount = now.get(accountId) ?? 0
    const before = overdue.get(accountId) ?? []
    if (before.at(-1)?.amount !== amount)
      overdue.set(accountId, [...before, { at, amount } as FamilyLog['overdue'][number]])
  }
}
