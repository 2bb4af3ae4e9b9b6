import type { FindGroup, FindResult, Found } from '#contract/staff-find.ts'
import type { LiveQueue } from '#contract/staff-live.ts'
import { ChatIcon } from '../../ui/icon/chat.tsx'
import { SchoolIcon } from '../../ui/icon/school.tsx'
import { WalletIcon } from '../../ui/icon/wallet.tsx'
import { GearIcon } from '../ui/icon/gear.tsx'
import { InboxIcon } from '../ui/icon/inbox.tsx'
import { age } from '../foundation/format.ts'
import { lineOf, type PaletteLine } from './lines-of.ts'
import type { Opened } from './opened.ts'

export type PaletteGroup = { title: string; lines: readonly PaletteLine[] }

const titles: Record<FindGroup, string> = {
  Families: 'Families',
  People: 'People',
  Students: 'Students',
  Payments: 'Payments and requests',
  Schools: 'Schools',
}

export function foundGroups({ groups, close }: FindResult): PaletteGroup[] {
  const found = groups.map(({ group, count, isMore, items }) => ({
    title:
      count > items.length
        ? `${titles[group]}, ${items.length} of ${count}${isMore ? '+' : ''}`
        : titles[group],
    lines: items.map(lineOf),
  }))
  return close.length > 0 ? [...found, { title: 'Similar matches', lines: close.map(lineOf) }] : found
}

/** How many were found in all, with a plus where there are more than are counted. */
export function foundCount({ groups, close }: FindResult): string {
  const sum = groups.reduce((total, { count }) => total + count, 0)
  const more = groups.some(({ isMore }) => isMore) ? '+' : ''
  return sum === 0 && close.length > 0
    ? `Nothing found, ${close.length} similar matches`
    : `${sum}${more} found`
}

const idOf = (found: Found) =>
  found.kind === 'Family'
    ? found.accountId
    : found.kind === 'Payment'
      ? found.paymentId
      : found.kind === 'School'
        ? found.schoolId
        : ''

export function openedGroup(opened: readonly Opened[], found: readonly Found[], now: Date): PaletteGroup {
  const lines = opened.flatMap(({ id, at }) => {
    const own = found.find((each) => idOf(each) === id)
    return own ? [{ ...lineOf(own), end: agoText(at, now) }] : []
  })
  return { title: 'Recently opened by you', lines }
}

const dayMs = 86_400_000

/** 2 min ago, 3 h ago, Fri: older than a week is not worth a day's name. */
function agoText(at: number, now: Date): string {
  const passed = now.getTime() - at
  if (passed < 60_000) return 'Just now'
  if (passed < dayMs) return `${age(new Date(at), now)} ago`
  return passed < 7 * dayMs
    ? new Date(at).toLocaleDateString('en-AU', { weekday: 'short' })
    : new Date(at).toLocaleDateString('en-AU', { day: 'numeric', month: 'short' })
}

/** Where else one may go, for who may. */
export function placesGroup(
  queue: Pick<LiveQueue, 'waiting' | 'chats'> | null,
  mayOperate: boolean,
): PaletteGroup {
  const place = (
    href: string,
    title: string,
    small: string,
    keys: string,
    icon: PaletteLine['icon'],
  ): PaletteLine => ({ key: href, href, title, small, end: keys, icon, tint: 'plain' })
  return {
    title: 'Go to',
    lines: [
      place('/', 'Today', queue ? `${queue.waiting} waiting` : 'Waiting for a decision', 'G T', InboxIcon),
      place(
        '/chat',
        'Chat',
        queue ? `${queue.chats} waiting` : 'Conversations with families',
        'G C',
        ChatIcon,
      ),
      place('/schools', 'Schools', 'Set-up, fees and imports', 'G S', SchoolIcon),
      ...(mayOperate
        ? [
            place('/money', 'Money, suspense', 'Unmatched deposits', 'G M', WalletIcon),
            place('/admin/jobs', 'Jobs', 'Scheduled jobs', 'G J', GearIcon),
          ]
        : []),
    ],
  }
}
