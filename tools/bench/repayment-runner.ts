import type { CalendarDate } from '#domain/calendar/calendar.ts'
import { systemClock } from '#server/platform/clock.ts'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database/open.ts'
import { loadHolidays } from '#server/plans/holidays/known-holidays.ts'
import { openJobs } from '#server/platform/jobs/jobs.ts'
import { createLog } from '#server/platform/log.ts'
import type { PaymentDeps } from '#server/books/payments/settle.ts'
import { collectDue } from '#server/plans/repayments/collect.ts'
import { sendDebits } from '#server/plans/repayments/send.ts'
import { noonOf } from '../demo/moment.ts'
import { openFloor } from './floor-repayments.ts'
import { costFromNow, residentMiB } from './process-usage.ts'
import { serveOrders } from './worker.ts'

/** A day's instalments collected at the floor or by us. */
export type Way = 'floor' | 'larkwell'

export type Order = { way: Way; today: CalendarDate }

/** What a day took, each of its instalments on average. */
export type Run = {
  instalments: number
  /** Seconds in which debits were written down, and in which they were sent and settled. */
  collectSeconds: number
  sendSeconds: number
  perSecond: number
  eachUs: number
  nodeCpuUs: number
  databaseCpuUs: number
  cpuUs: number
  otherCores: number
  /** The most memory in use at any time of the run, above what it was before the first of all. */
  grownMiB: number
}

const databaseUrl = process.env.DATABASE_URL ?? ''
const db = openDatabase(databaseUrl)
await loadHolidays(db)
const log = createLog('warn')
const jobs = await openJobs(databaseUrl, log, { doesJobs: true })
const collectAtFloor = await openFloor(databaseUrl)
const startMiB = residentMiB(process.pid)

serveOrders(collect)

async function collect({ way, today }: Order): Promise<Run> {
  const peak = watchMemory()
  const cost = costFromNow({ database: Number(process.env.DATABASE_PID) })
  const counts = way === 'floor' ? await atFloor(today) : await byUs(today)
  const { seconds, costOf, otherCores } = cost()
  const [node, database] = [costOf('node'), costOf('database')]
  const each = (sum: number) => (sum / counts.instalments) * 1e6
  return {
    ...counts,
    perSecond: counts.instalments / seconds,
    eachUs: each(seconds),
    nodeCpuUs: each(node),
    databaseCpuUs: each(database),
    cpuUs: each(node + database),
    otherCores,
    grownMiB: peak() - startMiB,
  }
}

async function atFloor(today: CalendarDate) {
  const startedAt = performance.now()
  const instalments = await collectAtFloor(today, new Date(noonOf(today, 'AU')))
  return { instalments, collectSeconds: (performance.now() - startedAt) / 1000, sendSeconds: 0 }
}

/** All that a day's run does for instalments that are due, with a provider that says yes at once. */
async function byUs(today: CalendarDate) {
  const deps: PaymentDeps = {
    config: readConfig(),
    db,
    log,
    jobs,
    clock: noonClock(today),
    providers: {} as PaymentDeps['providers'],
  }
  const startedAt = performance.now()
  const instalments = await collectDue(deps, 'AU')
  const collectedAt = performance.now()
  const sent = await sendDebits(deps, async (_, payment) => ({
    kind: 'Succeeded',
    providerPaymentId: `pi_${payment.id}`,
  }))
  const endedAt = performance.now()
  if (sent !== instalments) throw new Error(`${instalments} debits were written down and ${sent} sent.`)
  return {
    instalments,
    collectSeconds: (collectedAt - startedAt) / 1000,
    sendSeconds: (endedAt - collectedAt) / 1000,
  }
}

/** A clock that goes on from noon of the day. */
function noonClock(today: CalendarDate) {
  const aheadMs = Date.parse(noonOf(today, 'AU')) - systemClock().getTime()
  return () => new Date(systemClock().getTime() + aheadMs)
}

function watchMemory(): () => number {
  let most = 0
  const look = () => (most = Math.max(most, residentMiB(process.pid)))
  look()
  const timer = setInterval(look, 25)
  return () => {
    clearInterval(timer)
    look()
    return most
  }
}
