import { useState } from 'react'
import { addDays, calendarDate, type CalendarDate } from '#domain/calendar/calendar.ts'
import { regionFacts, type Region } from '#domain/region.ts'
import { DateInput } from '../../../ui/date-input/date-input.tsx'
import { MailIcon } from '../../../ui/icon/mail.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import { useRead } from '../../foundation/read.ts'
import { call } from '../../foundation/staff-client.ts'
import { Effect } from '../../ui/effect/effect.tsx'
import { count, day, dayWithName } from '../../foundation/format.ts'
import { Loaded } from '../../ui/loaded/loaded.tsx'
import { ReasonDrawer } from '../../ui/reason/reason-drawer.tsx'
import { bindText } from '../../foundation/draft.ts'

type HolidayDrawerProps = {
  region: Region
  today: CalendarDate
  /** The day that is removed; undefined for a new one. */
  removed: { date: string; name: string } | undefined
  onClose: () => void
}

/** Adds or removes a day, after showing which payments it moves. */
export function HolidayDrawer({ region, today, removed, onClose }: HolidayDrawerProps) {
  const [date, setDate] = useState<CalendarDate | null>(removed ? calendarDate(removed.date) : null)
  const [name, setName] = useState(removed?.name ?? '')
  async function save(reason: string): Promise<string | undefined> {
    if (!date) return undefined
    if (removed) await call('POST /api/staff/holidays/remove', { body: { region, date, reason } })
    else await call('POST /api/staff/holidays', { body: { region, date, name, reason } })
    return removed ? `${name} is a business day again.` : `${day(date)} is a bank holiday.`
  }
  return (
    <ReasonDrawer
      title={removed ? 'Remove a bank holiday' : 'Add a bank holiday'}
      lead={removed ? `${removed.name}, ${dayWithName(removed.date)}` : regionFacts[region].name}
      onClose={onClose}
      undo="You can change it back. Families are notified if an announced payment date changes."
      submitLabel={removed ? 'Remove bank holiday' : 'Add bank holiday'}
      isSubmitOff={date === null || name.trim() === ''}
      act={save}
    >
      {!removed && (
        <>
          <DateInput label="Day" required min={addDays(today, 1)} value={date} onChange={setDate} />
          <TextInput label="Name" required maxLength={60} {...bindText(name, setName)} />
        </>
      )}
      {date && <Preview region={region} date={date} />}
    </ReasonDrawer>
  )
}

function Preview({ region, date }: { region: Region; date: CalendarDate }) {
  const preview = useRead('GET /api/staff/holidays/preview', { query: { region, date } })
  return (
    <Loaded query={preview} label="Calculating the effect">
      {({ from, to, instalments, accounts, announcedAnew }) => (
        <Effect
          sentences={[
            instalments === 0
              ? 'No planned payments move.'
              : `${count(instalments, 'payment')} of ${count(accounts, 'family', 'families')} move from ${day(from)} to ${day(to)}.`,
            ...(announcedAnew > 0
              ? [
                  {
                    icon: MailIcon,
                    text: `${count(announcedAnew, 'family', 'families')} notified of the new date.`,
                  },
                ]
              : []),
          ]}
        />
      )}
    </Loaded>
  )
}
