import { setTimeout as sleep } from 'node:timers/promises'
import { addDays, calendarDate, dateIn, weekday, type CalendarDate } from '#domain/calendar/calendar.ts'
import { sql } from '#server/platform/database/sql.ts'
import { deliverWaiting } from '#server/letters/outbox/outbox.ts'
import { finishSetups } from '#server/people/accounts/setup-steps.ts'
import { lookAtDuePayments } from '#server/books/payments/look.ts'
import { remitToSchools } from '#server/books/remittances/remittances.ts'
import { runRepayments } from '#server/plans/repayments/run-repayments.ts'
import { linkOf } from '../testing/request-link.ts'
import { runServer, type RunningServer } from '../testing/running-server.ts'
import { parts, payByLink, signUp, type Mishap, type Player } from './cast.ts'
import { actOn } from './changes.ts'
import { changeFees, feeChangeDay } from './fee-change.ts'
import { findings, type Rehearsed } from './findings.ts'
import { rehearseMoneyBack } from './money-back.ts'

/** At this time both regions collect, and both have the same date. */
const timeOfDay = 'T08:30:00Z'
const lastDay = calendarDate('2028-01-14')
/** From the mail to the payment. */
const daysToPayALink = 2

/** Moves the clock through the year of every plan, day by day, and runs each day's jobs. */
export async function rehearse(databaseUrl: string, onDay?: (day: CalendarDate) => void): Promise<Rehearsed> {
  const server = await runServer(databaseUrl)
  try {
    const players: Player[] = []
    const [first] = parts
    if (!first) throw new Error('There is no family to rehearse')
    for (let day = first.signsUpOn; day <= lastDay; day = addDays(day, 1)) {
      if (weekday(day) > 5) continue
      await goTo(server, day)
      for (const part of parts) if (part.signsUpOn === day) players.push(await signUp(server, part))
      if (day === feeChangeDay) await changeFees(server)
      for (const player of players) await actOn(day, server, player)
      await simulateDay(server, players)
      onDay?.(day)
    }
    const moneyBack = await rehearseMoneyBack(server)
    return { ...(await findings(server, players)), moneyBack }
  } finally {
    await server.close()
  }
}

async function goTo(server: RunningServer, day: CalendarDate): Promise<void> {
  await server.travel(Date.parse(day + timeOfDay) - server.deps.clock().getTime())
}

async function simulateDay(server: RunningServer, players: readonly Player[]): Promise<void> {
  const { deps } = server
  await receiveEvents(server)
  await payLinks(server)
  const undo = await prepareMishaps(server, players)
  const counts = await runRepayments(deps)
  await undo()
  await lookAtDuePayments(deps)
  await receiveEvents(server)
  // In reality the next run comes a minute later; it is only needed if something happened.
  if (Object.values(counts).some((count) => count > 0)) await runRepayments(deps)
  await finishSetups(deps)
  await remitToSchools(deps)
  await server.travel(11_000)
  await deliverWaiting(deps)
}

/** Delivers and handles the banks' decisions up to now. */
export async function receiveEvents(server: RunningServer): Promise<void> {
  await server.sandboxApi('webhooks/flush')
  for (;;) {
    const waiting = await server.deps.db.many(
      sql`select from provider_event where processed_at is null limit 1`,
    )
    if (waiting.length === 0) return
    await sleep(20)
  }
}

type Doomed = Player & { mishap: Mishap }

/** A card is declined at once; a bank returns a debit later. */
async function prepareMishaps(
  server: RunningServer,
  players: readonly Player[],
): Promise<() => Promise<void>> {
  const doomed: Doomed[] = []
  for (const player of players) {
    const { mishap } = player
    if (mishap && (await isDoomedToday(server, { ...player, mishap }))) doomed.push({ ...player, mishap })
  }
  for (const { method, mishap, accountId } of doomed) {
    const action = `decline:${mishap.reason}`
    if (method === 'Card') await server.sandboxApi('faults', { provider: 'stripe', match: accountId, action })
  }
  return async () => {
    for (const { method, mishap, accountId } of doomed) {
      if (method === 'Card') continue
      const row = await server.deps.db.first<{ intent: string }>(sql`
        select provider_payment_id as intent from payment
        where account_id = ${accountId} and instalment_seq = ${mishap.seq} and status = 'Processing'`)
      const paymentIntent = row?.intent
      await server.sandboxApi('stripe/settle', { paymentIntent, outcome: mishap.reason })
    }
  }
}

async function isDoomedToday(
  { deps }: RunningServer,
  { accountId, region, mishap }: Doomed,
): Promise<boolean> {
  const today = dateIn(region, deps.clock())
  const row = await deps.db.first<{ tries: number }>(sql`
    select tries from instalment
    where account_id = ${accountId} and seq = ${mishap.seq} and status in ('Scheduled', 'Retrying')
      and coalesce(retry_on, collect_on) <= ${today}`)
  return row !== undefined && (mishap.isEveryTry || row.tries === 0)
}

async function payLinks(server: RunningServer): Promise<void> {
  const { deps } = server
  const since = new Date(deps.clock().getTime() - daysToPayALink * 24 * 60 * 60_000)
  const requests = await deps.db.many<{ id: string }>(sql`
    select id from payment_request where status = 'Open' and created_at <= ${since}`)
  for (const { id } of requests) await payByLink(server, await linkOf(deps, id))
}
