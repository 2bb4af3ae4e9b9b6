import type { Overview } from '#contract/overview.ts'
import type { QueueItem, QueuePeek } from '#contract/staff-queue.ts'
import { dateIn, formatDateCompact, formatMoment, type CalendarDate } from '#domain/calendar/calendar.ts'
import { formatCurrency } from '#domain/money.ts'
import type { Region } from '#domain/region.ts'
import { declineText } from '#domain/staff-queue-titles.ts'
import type { Deps } from '../../platform/deps.ts'
import { overviewForStaff } from '../../portal-api/overview/overview.ts'
import { recordView, type Viewer } from '../../people/audit/staff-audit.ts'
import { findFailedTries, findPeekFacts, type FailedTries, type PeekFacts } from './peek.store.ts'
import { findItem } from './queue.ts'
import type { ItemKey } from './waiting.reads.ts'

type Fact = QueuePeek['facts'][number]

const dayMs = 24 * 60 * 60_000
const wordsForDays = 30

/** The key facts of an item, before it is opened. */
export async function peekAt(deps: Deps, viewer: Viewer, key: ItemKey): Promise<QueuePeek> {
  const now = deps.clock()
  const { item } = await findItem(deps, viewer.staff, key)
  const { accountId, region } = item
  if (accountId === null || region === null)
    return { item, status: null, facts: ownFacts(item), lastWords: null }
  await recordView(deps, viewer, {
    subjectIds: [accountId],
    action: 'QueueItemSeen',
    details: { kind: item.kind },
  })
  const wordsSince = new Date(now.getTime() - wordsForDays * dayMs)
  const [family, overview, tries] = await Promise.all([
    findPeekFacts(deps.db, accountId, { wordsSince }),
    overviewForStaff(deps, accountId),
    key.kind === 'Debit' || key.kind === 'Arrears'
      ? findFailedTries(deps.db, { accountId, requestId: key.id })
      : undefined,
  ])
  return {
    item,
    status: statusOf(family, overview),
    facts: [
      { label: 'Account', value: [item.shortId, item.schoolName].filter(Boolean).join(' · ') },
      ...(tries ? failedFacts(tries, region) : ownFacts(item)),
      ...moneyFacts(overview, region),
      ...lastSentFacts(family, region, now),
    ],
    lastWords: family?.words ? { ...family.words, at: family.words.at.toISOString() } : null,
  }
}

function statusOf(family: PeekFacts | undefined, { isOnHold }: Overview): QueuePeek['status'] {
  if (family?.isClosed) return 'Closed'
  if (isOnHold) return 'OnHold'
  return family?.hasOverdue ? 'Overdue' : null
}

const ownFacts = ({ about }: QueueItem): Fact[] =>
  about === '' ? [] : [{ label: 'About', value: about.charAt(0).toUpperCase() + about.slice(1) }]

const times = ['', '', ', twice', ', three times', ', four times']

function failedFacts({ seq, count, dueOn, tries }: FailedTries, region: Region): Fact[] {
  const last = tries.at(-1)?.reason ?? null
  const sameReason = tries.filter(({ reason }) => reason === last).length
  const days = tries.map(({ at }) => shortDay(dateIn(region, at)))
  return [
    { label: 'Payment', value: `${seq} of ${count}, due ${formatDateCompact(dueOn)}` },
    { label: 'Tries', value: days.join(', ') },
    ...(last === null
      ? []
      : [
          {
            label: 'The bank says',
            value: `${declineText(last)}${times[sameReason] ?? `, ${sameReason} times`}`,
          },
        ]),
  ]
}

function moneyFacts({ currentBalance, nextRepayment }: Overview, region: Region): Fact[] {
  const sum = formatCurrency(Math.abs(currentBalance), region)
  return [
    {
      label: 'Balance',
      value: currentBalance < 0 ? `${sum} owing` : currentBalance > 0 ? `${sum} in credit` : sum,
    },
    {
      label: 'Next debit',
      value: nextRepayment
        ? `${formatCurrency(nextRepayment.total, region)} on ${formatDateCompact(nextRepayment.date)}`
        : 'None planned',
    },
  ]
}

function lastSentFacts(family: PeekFacts | undefined, region: Region, now: Date): Fact[] {
  if (!family?.lastSent) return []
  const { channels, at } = family.lastSent
  const channelNames = channels.toSorted().map((channel) => (channel === 'email' ? 'Mail' : 'Text'))
  const day = dateIn(region, at)
  const dayText = day === dateIn(region, now) ? 'today' : shortDay(day)
  // "…, 9:05 am (Sydney time)"
  const time = /, (.+) \(/.exec(formatMoment(at, region))?.[1]
  return [
    {
      label: 'Told',
      value: `${channelNames.join(' and ').replace('and Text', 'and text')} ${dayText}, ${time}`,
    },
  ]
}

/** "30 Oct" */
const shortDay = (date: CalendarDate) => formatDateCompact(date).replace(/ \d{4}$/, '')
