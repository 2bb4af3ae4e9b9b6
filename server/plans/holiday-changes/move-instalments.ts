import { addDays, dateIn, yearOf, type CalendarDate } from '#domain/calendar/calendar.ts'
import { addBusinessDays, holidaysOf, nextBusinessDay, type BankCalendar } from '#domain/calendar/holidays.ts'
import { movedDays, type MovedDay } from '#domain/plan/announced-days.ts'
import type { Region } from '#domain/region.ts'
import {
  type CollectedPlan,
  type AccountPayments,
  listPaymentFacts,
} from '../../people/accounts/plans.reads.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import { noticesOf } from '../repayments/announce.ts'
import { queueNotices, type Notice } from '../repayments/notices.ts'
import { describeAnnounced } from '../repayments/repayments.reads.ts'
import { lockAnnounced, moveBack, movePlanned, setPlannedDays } from './holiday-changes.store.ts'

type Change = {
  region: Region
  /** The day that has become a holiday, or no longer is one. */
  date: CalendarDate
  before: BankCalendar
  after: BankCalendar
  now: Date
}

/**
 * Moves the instalments of a changed day in one transaction, so that no reader sees half of it. Instalments that were
 * not announced simply move. Announced ones keep their day, unless the money cannot be collected on it any more; then
 * the family is notified of the new day, once.
 */
export async function moveInstalments(tx: Transaction, deps: Deps, change: Change) {
  const planned = await moveUnannounced(tx, change)
  return { ...planned, announcedAnew: await moveAnnounced(tx, deps, change) }
}

async function moveUnannounced(tx: Transaction, { region, date, before, after, now }: Change) {
  // Nothing can be planned in a year before its first holiday is entered.
  const isFirstOfYear = holidaysOf(before, { from: yearOf(date), to: yearOf(date) }).length === 0
  const openBefore = isFirstOfYear ? date : nextBusinessDay(date, before)
  const openAfter = nextBusinessDay(date, after)
  const days = { region, from: openBefore, to: openAfter, now }
  const moved =
    openBefore === date
      ? await movePlanned(tx, days)
      : await moveBack(tx, {
          ...days,
          dueAfter: addBusinessDays(date, -1, after),
        })
  return { from: openBefore, to: openAfter, ...moved }
}

/** A collection is announced some days ahead, a new try at most seven business days. */
const announcedDays = 21
const chunk = 1000

async function moveAnnounced(tx: Transaction, deps: Deps, { region, after, now }: Change): Promise<number> {
  const today = dateIn(region, now)
  const upTo = addDays(today, announcedDays)
  const accountIds = await lockAnnounced(tx, { region, upTo })
  let notified = 0
  for (let at = 0; at < accountIds.length; at += chunk) {
    const accounts = await listPaymentFacts(tx, accountIds.slice(at, at + chunk), upTo)
    const moves = accounts.flatMap((facts) => movesOf(facts, today, after))
    if (moves.length === 0) continue
    await setPlannedDays(
      tx,
      moves.map(({ to, ...move }) => ({ ...keyOf(move), day: to })),
      now,
    )
    const later = moves.filter(({ from, to }) => from !== to)
    await queueNotices(tx, deps, await lettersAbout(tx, later, { region, today, upTo, after }))
    notified += later.length
  }
  return notified
}

type Move = MovedDay<CollectedPlan['instalments'][number]> & { accountId: string; planId: string }

const keyOf = ({ accountId, planId, instalment }: Pick<Move, 'accountId' | 'planId' | 'instalment'>) => ({
  accountId,
  planId,
  seq: instalment.seq,
})

function movesOf(facts: AccountPayments, today: CalendarDate, after: BankCalendar): Move[] {
  const { accountId } = facts
  return facts.plans.flatMap((plan) =>
    movedDays(
      plan.instalments.filter(({ noticedOn }) => noticedOn !== null),
      { ...facts, today },
      after,
    ).map((move) => ({ ...move, accountId, planId: plan.id })),
  )
}

async function lettersAbout(
  tx: Transaction,
  moves: readonly Move[],
  on: { region: Region; today: CalendarDate; upTo: CalendarDate; after: BankCalendar },
): Promise<Notice[]> {
  const byAccount = Map.groupBy(moves, ({ accountId }) => accountId)
  const announced = Map.groupBy(await describeAnnounced(tx, moves.map(keyOf)), ({ accountId }) => accountId)
  // Read again: they have their new days now.
  const accounts = await listPaymentFacts(tx, [...byAccount.keys()], addDays(on.upTo, announcedDays))
  return accounts.flatMap((facts) => {
    const from = new Map((byAccount.get(facts.accountId) ?? []).map((move) => [move.to, move.from]))
    const theirs = announced.get(facts.accountId) ?? []
    return noticesOf({ ...facts, calendar: on.after }, theirs, on.today, from)
  })
}
