import type { ChatFacts } from '#contract/staff-conversations.ts'
import type { Conversation } from '#contract/staff-company.ts'
import { dateIn, formatDate } from '#domain/calendar/calendar.ts'
import type { Region } from '#domain/region.ts'
import { weekday } from '../foundation/format.ts'

type TalkItem =
  | { kind: 'day'; id: string; text: string }
  | { kind: 'message'; id: string; message: Conversation['messages'][number] }
  | { kind: 'notice'; id: string; at: string; text: string }

/** Messages and what we mailed meanwhile, by time, with the days between them. */
export function talkItems(
  messages: Conversation['messages'],
  notices: ChatFacts['notices'],
  { region, now }: { region: Region; now: Date },
): TalkItem[] {
  const dated = [
    ...messages.map((message) => ({
      at: message.sentAt,
      item: { kind: 'message' as const, id: message.id, message },
    })),
    ...notices.map(({ id, title, at }) => ({ at, item: { kind: 'notice' as const, id, at, text: title } })),
  ].toSorted((a, b) => a.at.localeCompare(b.at))
  const today = dateIn(region, now)
  let last = ''
  return dated.flatMap(({ at, item }) => {
    const day = dateIn(region, new Date(at))
    if (day === last) return [item]
    last = day
    return [{ kind: 'day' as const, id: day, text: day === today ? 'Today' : dayText(day, today) }, item]
  })
}

/** "Tuesday 10 November"; with the year where it is another. */
function dayText(date: string, today: string): string {
  const isThisYear = date.slice(0, 4) === today.slice(0, 4)
  return `${weekday(date)} ${isThisYear ? formatDate(date).replace(/ \d{4}$/, '') : formatDate(date)}`
}
