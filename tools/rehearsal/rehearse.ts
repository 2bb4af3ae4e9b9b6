import { setTimeout as sleep } from 'node:timers/promises'
import { addDays, type CalendarDate } from '#domain/calendar/calendar.ts'
import { systemClock } from '#server/platform/clock.ts'
import { sql } from '#server/platform/database/sql.ts'
import { deliverWaiting } from '#server/letters/outbox/outbox.ts'
import { runRepayments } from '#server/plans/repayments/run-repayments.ts'
import { scheduledJobs } from '../testing/scheduled-jobs.ts'
import { runServer, type RunningServer } from '../testing/running-server.ts'
import { perform } from './acts.ts'
import type { Family, Program } from './cast.ts'
import { raiseFees } from './fee-rise.ts'
import { inboxReader } from './inbox.ts'
import type { FamilyLog, Log } from './log.ts'
import { prepareMishaps } from './mishaps.ts'
import { isAsleep, mailFault } from './outages.ts'
import { overdueNow, readLog } from './read-log.ts'
import { signUp } from './sign-up.ts'

/** Moves the clock through the days of a program, and runs every job that the clock would start. */
export async function rehearse(
  databaseUrl: string,
  program: Program,
  onDay?: (day: CalendarDate) => void,
): Promise<Log> {
  const server = await runServer(databaseUrl, { quietHours: { from: 20, until: 8 } })
  try {
    const families: Family[] = []
    const notes = notebook(server)
    for (let day = program.firstDay; day <= program.lastDay; day = addDays(day, 1)) {
      // What was due on such a day is made up for later.
      if (isAsleep(program, day)) continue
      for (const time of program.timesOfDay) {
        await goTo(server, `${day}T${time}:00Z`)
        await liveThrough(server, program, families, { day, time }, notes)
      }
      await notes.inbox.read()
      onDay?.(day)
    }
    // What was written in the last night leaves in the morning.
    for (const time of new Set(Object.values(program.awake))) {
      await goTo(server, `${addDays(program.lastDay, 1)}T${time}:00Z`)
      await deliverAll(server)
    }
    const epilogue = await program.epilogue?.(server)
    await notes.inbox.read()
    const inOrder = program.roles.flatMap(({ name }) => families.filter((family) => family.name === name))
    return await readLog(server, program, inOrder, { ...notes, arrived: notes.inbox.arrived, epilogue })
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
  program: Program,
  families: Family[],
  moment: Moment,
  notes: Notebook,
): Promise<void> {
  const began = server.deps.clock()
  await mailFault(server, program)
  await receiveEvents(server)
  await signUpAll(server, program, families, moment)
  await actAll(server, program, families, moment, notes)
  await runJobs(server, families, notes)
  await noteOverdue(server, notes, began)
  await deliverAll(server)
}

async function signUpAll(
  server: RunningServer,
  { roles, awake, timesOfDay, feeRise }: Program,
  families: Family[],
  { day, time }: Moment,
): Promise<void> {
  for (const role of roles) {
    if (role.signsUpOn === day && time === awake[role.region]) families.push(await signUp(server, role))
  }
  if (feeRise?.on === day && time === timesOfDay[0]) await raiseFees(server, feeRise)
}

async function actAll(
  server: RunningServer,
  { awake }: Program,
  families: readonly Family[],
  { day, time }: Moment,
  { acts }: Notebook,
): Promise<void> {
  for (const family of families) {
    if (time !== awake[family.region]) continue
    for (const { on, act } of family.acts ?? []) {
      if (on !== day) continue
      await perform(server, family, act)
      const at = server.deps.clock()
      acts.set(family.accountId, [...(acts.get(family.accountId) ?? []), { at, act }])
      await receiveEvents(server)
    }
  }
}

/** Delivers and handles the banks' decisions up to now. */
async function receiveEvents(server: RunningServer): Promise<void> {
  await server.sandboxApi('webhooks/flush')
  const waiting = () =>
    server.deps.db.many(sql`select from provider_event where processed_at is null limit 1`)
  while ((await waiting()).length > 0) await sleep(20)
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

/** What is on its way arrives before the clock moves: a mail must not leave at noon and arrive at night. */
async function deliverAll(server: RunningServer): Promise<void> {
  const { deps } = server
  await server.travel(11_000)
  await deliverWaiting(deps)
  const leased = () =>
    deps.db.many(sql`select from outbox_message where leased_until > ${systemClock()} limit 1`)
  while ((await leased()).length > 0) await sleep(20)
}
