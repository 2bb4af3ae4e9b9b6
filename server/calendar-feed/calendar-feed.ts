import { randomUUID } from 'node:crypto'
import type { CalendarFeed } from '#contract/calendar-feed.ts'
import {
  calendarFile,
  calendarName,
  paymentEvent,
  type CalendarEvent,
} from '#domain/calendar/calendar-file.ts'
import { toDecimal } from '#domain/money.ts'
import { dateIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import { collectionDays } from '#domain/plan/next-payment.ts'
import { shownPayments } from '#domain/plan/plan-payments.ts'
import { recordAudit } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import {
  deleteFeed,
  findFeed,
  findFeedContent,
  insertFeed,
  type FeedPayment,
  type FoundFeed,
  type Owner,
} from './calendar-feed.store.ts'
import { feedKey, type FeedName } from './feed-key.ts'

type FeedDeps = Pick<Deps, 'db' | 'clock' | 'config'>
type Actor = Owner & { requestId: string }
type FeedReply = { feed: CalendarFeed | null }

export async function readFeed({ db, config }: FeedDeps, owner: Owner): Promise<FeedReply> {
  const feed = await findFeed(db, owner)
  if (!feed) return { feed: null }
  const key = feedKey(config, { accountId: owner.accountId, id: feed.id })
  const { href: url } = new URL(`/api/calendar/${key}.ics`, config.portalOrigin)
  return { feed: { url, createdAt: feed.createdAt.toISOString() } }
}

/** A second request returns the same feed: two tabs or two clicks must not make two URLs. */
export async function makeFeed(deps: FeedDeps, { requestId, ...owner }: Actor): Promise<FeedReply> {
  const now = deps.clock()
  await deps.db.transaction(async (tx) => {
    const isNew = await insertFeed(tx, { ...owner, id: randomUUID(), createdAt: now })
    if (isNew) await recordAudit(tx, eventOf('CalendarFeedMade', owner, requestId, now))
  })
  return readFeed(deps, owner)
}

/** The next feed has another URL, so a URL that was passed on stops working. */
export async function removeFeed(deps: FeedDeps, { requestId, ...owner }: Actor): Promise<FeedReply> {
  const now = deps.clock()
  await deps.db.transaction(async (tx) => {
    if (!(await deleteFeed(tx, owner))) return
    await recordAudit(tx, eventOf('CalendarFeedRemoved', owner, requestId, now))
  })
  return { feed: null }
}

function eventOf(
  action: 'CalendarFeedMade' | 'CalendarFeedRemoved',
  { accountId, customerId }: Owner,
  requestId: string,
  at: Date,
) {
  return { subjectId: accountId, actorId: customerId, action, at, requestId }
}

/** Older plans are not shown: a feed is fetched for ever, and must not grow for ever. */
const yearsBack = 2
const refreshHours = 6

/** Undefined for a feed that was removed, or whose owner may no longer see the account. */
export async function writeFeed({ db, clock }: FeedDeps, name: FeedName): Promise<string | undefined> {
  const now = clock()
  const found = await findFeedContent(db, name, now.getUTCFullYear() - yearsBack)
  if (!found) return undefined
  const byPlan = Map.groupBy(found.payments, ({ planId }) => planId)
  return calendarFile({
    name: calendarName(found.schoolName),
    events: [...byPlan.values()].flatMap((payments) => eventsOf(payments, found, now)),
    stamp: new Date(found.createdAt),
    refreshHours,
  })
}

function eventsOf(
  payments: FeedPayment[],
  { region, schoolName, sources }: FoundFeed,
  now: Date,
): CalendarEvent[] {
  const [first] = payments
  if (!first) return []
  const series = { key: first.planId, region, schoolName, planYear: first.planYear, count: payments.length }
  const dayOf = collectionDays({ region, sources, today: dateIn(region, now) })
  const shown = shownPayments({ status: first.planStatus, instalments: payments }, dayOf)
  return payments.flatMap((payment, index) => {
    const about = shown[index]
    if (!about) return []
    const event = paymentEvent(
      { ...about, covered: toDecimal(payment.covered) },
      index + 1,
      series,
      payment.seq,
    )
    return [{ ...event, sequence: changesOf(payment, about.date), changedAt: new Date(payment.changedAt) }]
  })
}

const changesOfAVersion = 32

/**
 * The iCalendar SEQUENCE: grows with each save, a late notice, each try and its outcome. A payment has at most ten
 * tries.
 */
function changesOf({ planVersion, tries, status, collectOn }: FeedPayment, date: CalendarDate): number {
  const isMoved = status === 'Scheduled' && date !== collectOn
  const isAnswered = status !== 'Scheduled' && status !== 'Collecting'
  return (planVersion - 1) * changesOfAVersion + tries * 2 + (isMoved || isAnswered ? 1 : 0)
}
