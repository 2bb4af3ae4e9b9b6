import { useState } from 'react'
import { addDays, dateIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import type { Region } from '#domain/region.ts'
import { DateInput } from '../../ui/date-input/date-input.tsx'
import { refresh, useRead } from '../foundation/read.ts'
import { call } from '../foundation/staff-client.ts'
import { useAction } from '../foundation/use-action.ts'
import { useNow } from '../foundation/clock.ts'
import { Drawer } from '../ui/drawer/drawer.tsx'
import { Effect } from '../ui/effect/effect.tsx'
import { count, day, money } from '../foundation/format.ts'
import { PeopleIcon } from '../ui/icon/people.tsx'
import { Loaded } from '../ui/loaded/loaded.tsx'
import { ReasonField } from '../ui/reason/reason-field.tsx'
import { showDone } from '../foundation/toast.ts'
import { currencyOf, inWords } from './money-words.ts'
import { sumOf } from './to-pay-out.tsx'

/** All of a region up to a day goes to the schools, once a second person has agreed. */
export function ReleaseDrawer({ region, onClose }: { region: Region; onClose: () => void }) {
  const yesterday = addDays(dateIn(region, useNow()), -1)
  const [through, setThrough] = useState<CalendarDate | null>(yesterday)
  const [reason, setReason] = useState('')
  const remittances = useRead(
    'GET /api/staff/remittances',
    { query: { to: through ?? yesterday, limit: '500' } },
    { keepsPrevious: true },
  )
  const ask = useAction(async () => {
    if (!through) return
    await call('POST /api/staff/remittances/release', { body: { region, through, reason } })
    showDone('The release is waiting for a second approval.')
    await refresh()
    onClose()
  })
  return (
    <Drawer
      title="Request release of remittances"
      lead={`To schools in ${inWords[region]}`}
      onClose={onClose}
      undo="Can be withdrawn until a second person decides."
      submitLabel="Request approval"
      isBusy={ask.isBusy}
      isSubmitOff={reason.trim() === '' || through === null}
      onSubmit={() => void ask.run()}
      failure={ask.failure}
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
                {
                  text: `${count(open.length, 'remittance')} up to ${day(through ?? yesterday)}, ${money(sumOf(open), currencyOf(region))}, can go to the schools.`,
                },
                { icon: PeopleIcon, text: 'Nothing happens until someone else approves it.' },
              ]}
            />
          )
        }}
      </Loaded>
      <ReasonField value={reason} onChange={setReason} />
    </Drawer>
  )
}
