import type { QueueItem, StaffQueue } from '#contract/staff-queue.ts'
import { staffTaskAfterDays } from '#domain/arrears.ts'
import { addDays, dateIn, startOfDay } from '#domain/calendar/calendar.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Region } from '#domain/region.ts'
import {
  businessDaysFrom,
  compareWaiting,
  queueKinds,
  queueRoles,
  queueTopics,
  type QueueKind,
  type QueueTopic,
} from '#domain/staff-queue.ts'
import { mayActAs } from '#domain/staff.ts'
import { bankCalendarOf } from '../../platform/bank-calendars.ts'
import { blockedAccounts, describeBlock } from '../../people/contact-change/contact-block.ts'
import type { ReadDeps } from '../../platform/deps.ts'
import { companySettings } from '../../platform/settings/company-settings.ts'
import { recordView, type Viewer } from '../../people/audit/staff-audit.ts'
import type { StaffCaller } from '../../platform/http/callers.ts'
import { deleteAssignment, findHolder, insertAssignment } from './assignments.store.ts'
import { countDone } from './done.store.ts'
import { itemOf, positionOf, type PositionedItem } from './queue-item.ts'
import { listSchoolNames, listSeenAccounts, listShown, listWaiting, type ItemKey } from './waiting.reads.ts'
import type { ShownRow, WaitingRow } from './waiting-row.ts'

const dayMs = 24 * 60 * 60_000
/** Within this time, an automatically refreshed list counts as one view. */
const sameLookMs = 60 * 60_000

export type QueueFilter = {
  kind?: QueueKind | undefined
  topic?: QueueTopic | undefined
  whose?: 'Everybody' | 'Mine' | 'NotTaken' | undefined
  region?: Region | undefined
  school?: string | undefined
  limit?: number | undefined
}

const usualLimit = 200

/** Whether this person may settle the item: their role must allow it, and nobody settles their own request. */
export function maySettle(
  { kind, neededRole, askedBy }: Pick<WaitingRow, 'kind' | 'neededRole' | 'askedBy'>,
  { role, staffId }: Pick<StaffCaller, 'role' | 'staffId'>,
): boolean {
  return mayActAs(role, neededRole ?? queueRoles[kind]) && askedBy !== staffId
}

/** The values that the queue's statements need at this moment. */
export async function waitingNow(deps: ReadDeps) {
  const now = deps.clock()
  const { arrearsReminderDays, queue } = await companySettings(deps)
  const arrearsBefore = new Date(now.getTime() - staffTaskAfterDays(arrearsReminderDays) * dayMs)
  return { now, arrearsBefore, promised: queue }
}

export async function readQueue(deps: ReadDeps, viewer: Viewer, filter: QueueFilter): Promise<StaffQueue> {
  const { db } = deps
  const { staff } = viewer
  const at = await waitingNow(deps)
  const all = (await listWaiting(db, at))
    .filter((row) => maySettle(row, staff))
    .map((row) => positionOf(row, at.promised, at.now))
  const isWanted = filterOf(filter, staff)
  const ofAllKinds = all.filter(isWanted)
  const kinds = kindsOf(filter)
  const waiting = ofAllKinds.filter(({ kind }) => kinds.has(kind)).toSorted(compareWaiting)
  const first = waiting.slice(0, filter.limit ?? usualLimit)
  const shown = await listShown(db, at, first)
  await recordLook(deps, viewer, shown)
  const inUse = all.flatMap(({ institutionId }) => institutionId ?? [])
  const schools = await listSchoolNames(db, [...new Set(inUse)])
  return {
    at: at.now.toISOString(),
    items: await itemsOf(deps, first, shown),
    total: waiting.length,
    groups: countBy(waiting, ({ group }) => group),
    counts: countBy(ofAllKinds, ({ kind }) => kind),
    waiting: all.length,
    mine: all.filter(({ takenById }) => takenById === staff.staffId).length,
    notTaken: all.filter(({ takenById }) => takenById === null).length,
    schools: schools.map((school) => ({ ...school, count: inUse.filter((id) => id === school.id).length })),
    done: await readDone(deps, filter.region ?? 'AU'),
  }
}

const kindsOf = ({ kind, topic }: QueueFilter): ReadonlySet<QueueKind> =>
  new Set(kind ? [kind] : topic ? queueTopics[topic] : queueKinds)

function filterOf({ whose, region, school }: QueueFilter, { staffId }: StaffCaller) {
  return (row: WaitingRow): boolean =>
    (whose !== 'Mine' || row.takenById === staffId) &&
    (whose !== 'NotTaken' || row.takenById === null) &&
    (region === undefined || row.region === region) &&
    (school === undefined || row.institutionId === school)
}

function countBy<Row>(rows: readonly Row[], nameOf: (row: Row) => string): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const row of rows) counts[nameOf(row)] = (counts[nameOf(row)] ?? 0) + 1
  return counts
}

/** The items in the order of `positions`. Those settled between the two reads are left out. */
async function itemsOf(
  { db, clock }: ReadDeps,
  positions: readonly PositionedItem[],
  shown: readonly ShownRow[],
): Promise<QueueItem[]> {
  const rows = new Map(shown.map((row) => [`${row.kind} ${row.id}`, row]))
  const paid = shown.filter(({ kind }) => kind === 'Withdrawal').flatMap(({ accountId }) => accountId ?? [])
  const blocks = await blockedAccounts(db, paid, clock())
  return positions.flatMap((position) => {
    const row = rows.get(`${position.kind} ${position.id}`)
    if (!row) return []
    const block = row.kind === 'Withdrawal' && row.accountId !== null ? blocks.get(row.accountId) : undefined
    return [itemOf(row, position, block && row.region ? describeBlock(block, row.region) : '')]
  })
}

async function recordLook({ db, clock }: ReadDeps, viewer: Viewer, shown: readonly ShownRow[]) {
  const action = 'QueueListed'
  const now = clock()
  const accountIds = [...new Set(shown.flatMap(({ accountId }) => accountId ?? []))]
  const { staffId } = viewer.staff
  const since = new Date(now.getTime() - sameLookMs)
  const alreadyRecorded = new Set(await listSeenAccounts(db, { staffId, accountIds, action, since }))
  await recordView({ db, clock }, viewer, {
    subjectIds: accountIds.filter((id) => !alreadyRecorded.has(id)),
    action,
  })
}

async function readDone({ db, clock }: ReadDeps, region: Region): Promise<StaffQueue['done']> {
  const today = dateIn(region, clock())
  const before = businessDaysFrom(today, -1, bankCalendarOf(region))
  const onDay = (day: typeof today) =>
    countDone(db, { from: startOfDay(day, region), to: startOfDay(addDays(day, 1), region) })
  const [ofToday, ofBefore] = await Promise.all([onDay(today), onDay(before)])
  return { today: ofToday.count, before: ofBefore.count === 0 ? null : { on: before, ...ofBefore } }
}

/** Returns an item that this person may settle, or refuses if it is settled or not theirs to settle. */
export async function findItem(
  deps: ReadDeps,
  staff: StaffCaller,
  key: ItemKey,
): Promise<{ item: QueueItem; row: ShownRow }> {
  const at = await waitingNow(deps)
  const [row] = await listShown(deps.db, at, [key])
  if (!row || !maySettle(row, staff)) throw new Refusal('not_found')
  const [item] = await itemsOf(deps, [positionOf(row, at.promised, at.now)], [row])
  if (!item) throw new Refusal('not_found')
  return { item, row }
}

export async function takeItem(
  deps: ReadDeps,
  { staff }: Viewer,
  { isTakeover = false, ...key }: ItemKey & { isTakeover?: boolean | undefined },
): Promise<QueueItem> {
  const { row } = await findItem(deps, staff, key)
  const taking = { staffId: staff.staffId, since: row.since, now: deps.clock(), isTakeover }
  if (!(await insertAssignment(deps.db, key, taking))) {
    const holder = await findHolder(deps.db, key)
    throw new Refusal('taken_by_other', { values: { name: holder?.name ?? 'Somebody' } })
  }
  return (await findItem(deps, staff, key)).item
}

export async function releaseItem(deps: ReadDeps, { staff }: Viewer, key: ItemKey): Promise<QueueItem> {
  await deleteAssignment(deps.db, key, staff.staffId)
  return (await findItem(deps, staff, key)).item
}
