import { randomUUID } from 'node:crypto'
import type { CalendarFeed } from '#contract/calendar-feed.ts'
import {
  calendarFile,
  calendarName,
  paymentEvent,
  type CalendarEvent,
} from '#domain/calendar/calendar-file.ts'
import { sumOf, toDecimal, type Cents } from '#domain/money.ts'
import { dateIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import { collectionDays, collectionsToCome } from '#domain/plan/next-payment.ts'
import { shownPayments } from '#domain/plan/plan-payments.ts'
import { bankCalendarOf } from '../../platform/bank-calendars.ts'
import { recordAudit } from '../../people/audit/audit.ts'
import type { ReadDeps } from '../../platform/deps.ts'
import {
  deleteFeed,
  findFeed,
  findFeedContent,
  insertFeed,
  type FeedPayment,
  type FeedContent,
  type FeedOwner,
} from './calendar-feed.store.ts'
import { feedKey, type FeedName } from './feed-key.ts'

type Actor = FeedOwner & { requestId: string }
type FeedReply = { feed: CalendarFeed | null }

export async function readFeed({ db, config }: ReadDeps, owner: FeedOwner): Promise<FeedReply> {
  const feed = await findFeed(db, owner)
  if (!feed) return { feed: null }
  const key = feedKey(config, { accountId: owner.accountId, id: feed.id })
  const { href: url } = new URL(`/api/calendar/${key}.ics`, config.portalOrigin)
  return { feed: { url, createdAt: feed.createdAt.toISOString() } }
}

/** A second request returns the same feed: two tabs or two clicks must not make two URLs. */
export async function makeFeed(deps: ReadDeps, owner: Actor): Promise<FeedReply> {
  const at = deps.clock()
  await deps.db.transaction(async (tx) => {
    const isNew = await insertFeed(tx, { ...owner, id: randomUUID(), createdAt: at })
    if (!isNew) return
    await recordAudit(tx, { subjectId: owner.accountId, by: owner, action: 'CalendarFeedMade', at })
  })
  return readFeed(deps, owner)
}

/** The next feed has another URL, so a URL that was passed on stops working. */
export async function removeFeed(deps: ReadDeps, owner: Actor): Promise<FeedReply> {
  await deps.db.transaction(async (tx) => {
    if (!(await deleteFeed(tx, owner))) return
    const at = deps.clock()
    await recordAudit(tx, { subjectId: owner.accountId, by: owner, action: 'CalendarFeedRemoved', at })
  })
  return { feed: null }
}

/** Older plans are not shown: a feed is fetched for ever, and must not grow for ever. */
const yearsBack = 2
const refreshHours = 6

/** Undefined for a feed that was removed, or whose owner may no longer see the account. */
export async function writeFeed({ db, clock }: ReadDeps, name: FeedName): Promise<string | undefined> {
  const now = clock()
  const feed = await findFeedContent(db, name, now.getUTCFullYear() - yearsBack)
  if (!feed) return undefined
  const byPlan = Map.groupBy(feed.payments, ({ planId }) => planId)
  const today = dateIn(feed.region, now)
  const totals = totalsOfSharedDays(feed, [...byPlan.values()], today)
  return calendarFile({
    name: calendarName(feed.schoolName),
    events: [...byPlan.values()].flatMap((payments) => eventsOf(payments, feed, { today, totals })),
    stamp: new Date(feed.createdAt),
    refreshHours,
  })
}

type SharedDay = { total: Cents; changedAt: string }

/** The days on which several plans are collected, with the total and the time of its last change. */
function totalsOfSharedDays(
  { region, sources }: FeedContent,
  byPlan: readonly FeedPayment[][],
  today: CalendarDate,
): ReadonlyMap<CalendarDate, SharedDay> {
  const plans = byPlan.flatMap(([first, ...others]) =>
    first ? [{ status: first.planStatus, isHeld: first.isHeld, instalments: [first, ...others] }] : [],
  )
  const days = Map.groupBy(
    collectionsToCome({ calendar: bankCalendarOf(region), sources, plans }, today),
    ({ on }) => on,
  )
  const shared = [...days].filter(([, parts]) => new Set(parts.map(({ plan }) => plan)).size > 1)
  return new Map(
    shared.map(([on, parts]) => [
      on,
      {
        total: sumOf(parts),
        changedAt:
          parts
            .map(({ instalment }) => instalment.changedAt)
            .toSorted()
            .at(-1) ?? '',
      },
    ]),
  )
}

type OnDay = { today: CalendarDate; totals: ReadonlyMap<CalendarDate, SharedDay> }

function eventsOf(
  payments: FeedPayment[],
  { region, schoolName, sources }: FeedContent,
  { today, totals }: OnDay,
): CalendarEvent[] {
  const [first] = payments
  if (!first) return []
  const calendar = bankCalendarOf(region)
  const series = { key: first.planId, calendar, schoolName, planYear: first.planYear, count: payments.length }
  const dayOf = collectionDays({ calendar, sources, today })
  const shownDays = shownPayments(
    { status: first.planStatus, isHeld: first.isHeld, instalments: payments },
    dayOf,
  )
  return payments.flatMap((payment, index) => {
    const about = shownDays[index]
    if (!about) return []
    const isToCome = payment.status === 'Scheduled' || payment.status === 'Retrying'
    const shared = isToCome ? totals.get(about.date) : undefined
    const dated = {
      ...about,
      settled: toDecimal(payment.settled),
      dayTotal: shared && toDecimal(shared.total),
    }
    const event = paymentEvent(dated, index + 1, series, payment.seq)
    const changedAt = new Date(
      shared && shared.changedAt > payment.changedAt ? shared.changedAt : payment.changedAt,
    )
    return [{ ...event, sequence: changesOf(payment, about.date), changedAt }]
  })
}

const changesOfAVersion = 32

/**
 * The iCalendar SEQUENCE: grows with each save, a late notice, a changed holiday, each try and its outcome. A payment
 * has at most ten tries, and holidays are changed on it still less often.
 */
function changesOf(
  { planVersion, tries, moves, status, collectOn }: FeedPayment,
  date: CalendarDate,
): number {
  const isMoved = status === 'Scheduled' && date !== collectOn
  const isAnswered = status !== 'Scheduled' && status !== 'Collecting'
  return (planVersion - 1) * changesOfAVersion + tries * 2 + moves + (isMoved || isAnswered ? 1 : 0)
}
