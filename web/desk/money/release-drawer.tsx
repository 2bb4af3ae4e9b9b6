import { sumOfDecimals } from '#domain/money.ts'
import { useState } from 'react'
import { addDays, dateIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import type { Region } from '#domain/region.ts'
import { DateInput } from '../../ui/date-input/date-input.tsx'
import { useRead } from '../foundation/read.ts'
import { call } from '../foundation/staff-client.ts'
import { useNow } from '../foundation/clock.ts'
import { Effect } from '../ui/effect/effect.tsx'
import { count, day, money } from '../foundation/format.ts'
import { PeopleIcon } from '../ui/icon/people.tsx'
import { Loaded } from '../ui/loaded/loaded.tsx'
import { ReasonDrawer } from '../ui/reason/reason-drawer.tsx'
import { currencyOf, inWords } from './money-words.ts'

/** All of a region up to a day goes to the schools, once a second person has agreed. */
export function ReleaseDrawer({ region, onClose }: { region: Region; onClose: () => void }) {
  const yesterday = addDays(dateIn(region, useNow()), -1)
  const [through, setThrough] = useState<CalendarDate | null>(yesterday)
  const remittances = useRead(
    'GET /api/staff/remittances',
    { query: { to: through ?? yesterday, limit: '500' } },
    { keepsPrevious: true },
  )
  return (
    <ReasonDrawer
      title="Request release of remittances"
      lead={`To schools in ${inWords[region]}`}
      onClose={onClose}
      undo="Can be withdrawn until a second person decides."
      submitLabel="Request approval"
      isSubmitOff={through === null}
      act={async (reason) => {
        if (!through) return undefined
        await call('POST /api/staff/remittances/release', { body: { region, through, reason } })
        return 'The release is waiting for a second approval.'
      }}
    >
      <DateInput
        label="Up to and including"
        hint="Must be before today: more payments may arrive today"
        value={through}
        onChange={setThrough}
        max={yesterday}
        required
      />
      <Loaded query={remittances} label="Calculating the effect">
        {(found) => {
          const open = found.filter((each) => each.region === region && each.releasedAt === null)
          return (
            <Effect
              sentences={[
                `${count(open.length, 'remittance')} up to ${day(through ?? yesterday)}, ${money(sumOfDecimals(open), currencyOf(region))}, can go to the schools.`,
                { icon: PeopleIcon, text: 'Nothing happens until someone else approves it.' },
              ]}
            />
          )
        }}
      </Loaded>
    </ReasonDrawer>
  )
}
