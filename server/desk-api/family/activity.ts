import type { FamilyActivities, FamilyActivity } from '#contract/staff-family-records.ts'
import {
  auditDetail,
  auditSentence,
  auditTone,
  careActions,
  moneyActions,
  readingActions,
  type ActivityFilter,
} from '#domain/audit-words.ts'
import { dateIn } from '#domain/calendar/calendar.ts'
import { cents, formatCurrency, toDecimal } from '#domain/money.ts'
import { bankSaid, declineReasons } from '#domain/payments.ts'
import type { Region } from '#domain/region.ts'
import { mayActAs } from '#domain/staff.ts'
import type { BasicDeps } from '../../platform/deps.ts'
import { recordView, type Viewer } from '../../people/audit/staff-audit.ts'
import { listActivity, type ActivityRow } from './activity.store.ts'
import { requireAccount } from './family.store.ts'
import { cutPage, fromTimeCursor, type FamilyPageQuery } from './time-cursor.ts'

const actorKinds: Partial<Record<ActivityFilter, string[]>> = {
  Family: ['Customer', 'Guest'],
  Staff: ['Staff'],
  System: ['System'],
}

/** The actions of and for a family. Only operations may read what it has told the care team. */
export async function showActivity(
  { db, clock }: BasicDeps,
  viewer: Viewer,
  { accountId, filter, cursor, limit }: FamilyPageQuery<ActivityFilter>,
): Promise<FamilyActivities> {
  const account = await requireAccount(db, accountId)
  const { region } = account
  const candidates = await listActivity(db, accountId, {
    actorKinds: actorKinds[filter] ?? null,
    actions: filter === 'Money' ? moneyActions : null,
    without: mayActAs(viewer.staff.role, 'operations') ? [] : careActions,
    after: fromTimeCursor(cursor),
    limit: limit + 1,
  })
  const { rows, nextCursor } = cutPage(candidates, limit, ({ at, id }) => ({ at, id }))
  const now = clock()
  await recordView({ db, clock }, viewer, { subjectIds: [accountId], action: 'ActivityRead' })
  return { region, today: dateIn(region, now), events: rows.map((row) => toWire(row, region)), nextCursor }
}

function toWire(row: ActivityRow, region: Region): FamilyActivity {
  return {
    id: row.id,
    at: row.at.toISOString(),
    ...actorOf(row),
    sentence: auditSentence(row.action, amountOf(row, region)),
    detail: detailOf(row, region),
    tone: auditTone(row.action),
    isReading: readingActions.includes(row.action),
  }
}

function actorOf({
  actorKind,
  actorName,
  impersonatorEmail,
}: ActivityRow): Pick<FamilyActivity, 'by' | 'who'> {
  if (actorKind === 'System') return { by: 'System', who: 'System' }
  if (actorKind === 'Staff') return { by: 'Staff', who: actorName ?? 'Staff' }
  if (actorKind === 'Guest') return { by: 'Guest', who: 'Someone with the link' }
  const name = actorName ?? 'A member'
  return impersonatorEmail
    ? { by: 'Staff', who: `${impersonatorEmail} on behalf of ${name}` }
    : { by: 'Family', who: name }
}

function amountOf({ details, paymentAmount }: ActivityRow, region: Region): string | null {
  const { amountMinor } = details
  const amount =
    amountMinor !== undefined && /^-?\d+$/.test(amountMinor) ? cents(Number(amountMinor)) : paymentAmount
  return amount === null ? null : formatCurrency(toDecimal(amount), region)
}

const isId = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text)

/** Details shown elsewhere, or of no use to a reader. */
const omittedDetails = new Set(['reason', 'amountMinor', 'approvalReason', 'version', 'call', 'text'])

/** The reason and the changes: "Reason: “Camp for Maya”. Status: Active → Inactive". */
function detailOf({ action, details }: ActivityRow, region: Region): string {
  const { reason } = details
  const changes = Object.entries(details)
    .filter(
      ([name, value]) =>
        !omittedDetails.has(name) && typeof value === 'string' && value !== '' && !isId(value),
    )
    .filter(([name]) => !/Id$|Ids$/.test(name))
    .map(([name, value]) =>
      auditDetail(name, value, (amount) => formatCurrency(toDecimal(cents(amount)), region)),
    )
  const reasons = reason === undefined || reason === '' ? [] : [reasonIn(action, reason)]
  return [...reasons, ...changes].join('. ')
}

function reasonIn(action: string, reason: string): string {
  const declined = declineReasons.find((each) => each === reason)
  return declined && action.startsWith('Payment') ? bankSaid(declined) : `Reason: “${reason}”`
}
