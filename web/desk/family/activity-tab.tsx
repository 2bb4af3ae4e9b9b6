import { useState } from 'react'
import type { StaffFamily } from '#contract/staff-family.ts'
import type { FamilyActivity } from '#contract/staff-family-records.ts'
import { calendarDate, dateIn, daysBetween, formatDate, monthName } from '#domain/calendar/calendar.ts'
import type { ActivityFilter } from '#domain/audit-words.ts'
import type { Region } from '#domain/region.ts'
import { Card } from '../../ui/card/card.tsx'
import { usePages } from '../foundation/read-pages.ts'
import { Chips } from '../ui/chips/chips.tsx'
import { day, moment } from '../foundation/format.ts'
import { Loaded } from '../ui/loaded/loaded.tsx'
import { timeOf } from '../foundation/days.ts'
import { ShowEarlier } from './earlier-rows.tsx'
import { tabSkeletons } from './tab-skeletons.tsx'
import '../ui/timeline/timeline.css'

const filters: readonly { value: ActivityFilter; label: string }[] = [
  { value: 'Everything', label: 'Everything' },
  { value: 'Family', label: 'Family' },
  { value: 'Staff', label: 'Staff' },
  { value: 'System', label: 'System' },
  { value: 'Money', label: 'Money only' },
]

/** What was done to a family and by it, in sentences. */
export function ActivityTab({ family }: { family: StaffFamily }) {
  const [filter, setFilter] = useState<ActivityFilter>('Everything')
  const query = usePages('GET /api/staff/families/:accountId/activity', {
    params: { accountId: family.accountId },
    query: { filter },
  })
  return (
    <>
      <div className="toolbar">
        <Chips legend="Activity by" value={filter} onChange={setFilter} options={filters} />
      </div>
      <Loaded query={query} label="Loading the activity" skeleton={<tabSkeletons.Activity />}>
        {({ pages }) => {
          const events = pages.flatMap((page) => page.events)
          const today = pages[0]?.today ?? family.today
          const groups = Map.groupBy(withReadingTogether(events, family.region), ({ at }) =>
            groupOf(dateIn(family.region, new Date(at)), today),
          )
          return (
            <>
              {events.length === 0 && (
                <Card title="Nothing">
                  <p className="muted">No matching activity.</p>
                </Card>
              )}
              {[...groups].map(([name, own]) => (
                <Card key={name} title={name}>
                  <ol className="timeline timeline--day">
                    {own.map((event) => (
                      <Happened
                        key={event.id}
                        event={event}
                        family={family}
                        isToday={name.startsWith('Today')}
                      />
                    ))}
                  </ol>
                </Card>
              ))}
              {query.hasNextPage && (
                <div>
                  <ShowEarlier query={query} />
                </div>
              )}
            </>
          )
        }}
      </Loaded>
    </>
  )
}

/** Who looks something up reads one thing after the other: that is one line, with each of them once. */
function withReadingTogether(events: readonly FamilyActivity[], region: Region): FamilyActivity[] {
  const lines: FamilyActivity[] = []
  for (const event of events) {
    const last = lines.at(-1)
    const isSame =
      last?.isReading &&
      event.isReading &&
      last.who === event.who &&
      last.tone === event.tone &&
      isSameDay(last, event, region)
    if (!last || !isSame || event.detail) lines.push(event)
    else if (!last.sentence.split(', ').includes(event.sentence))
      lines[lines.length - 1] = { ...last, sentence: `${last.sentence}, ${event.sentence}` }
  }
  return lines
}

const isSameDay = (one: FamilyActivity, other: FamilyActivity, region: Region) =>
  dateIn(region, new Date(one.at)) === dateIn(region, new Date(other.at))

/** "Today, 18 November", "Yesterday", "The last seven days", then months. */
function groupOf(date: string, today: string): string {
  const days = daysBetween(calendarDate(date), calendarDate(today))
  if (days <= 0) return `Today, ${formatDate(today).replace(/ \d{4}$/, '')}`
  if (days === 1) return 'Yesterday'
  return days <= 7 ? 'The last seven days' : monthName(date)
}

const marks: Record<FamilyActivity['tone'], string | undefined> = {
  Plain: undefined,
  Warning: 'is-warn',
  Failure: 'is-fail',
}

function Happened({
  event: { at, by, who, sentence, detail, tone },
  family,
  isToday,
}: {
  event: FamilyActivity
  family: StaffFamily
  isToday: boolean
}) {
  return (
    <li className={marks[tone]}>
      <div className="timeline__body">
        <span>
          <b>
            {who}
            {by === 'System' && ':'}
          </b>{' '}
          {sentence}
        </span>
        {detail && <small>{detail}</small>}
      </div>
      <time dateTime={at}>{isToday ? timeOf(at, family.region) : momentWithYear(at, family)}</time>
    </li>
  )
}

function momentWithYear(at: string, { region, today }: StaffFamily): string {
  const on = dateIn(region, new Date(at))
  return on.slice(0, 4) === today.slice(0, 4) ? moment(at, region) : `${day(on)}, ${timeOf(at, region)}`
}
