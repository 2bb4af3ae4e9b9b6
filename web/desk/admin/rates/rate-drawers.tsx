import { useState } from 'react'
import type { StaffSurchargeRate } from '#contract/staff-schools.ts'
import { addDays, type CalendarDate } from '#domain/calendar/calendar.ts'
import { cardGroupNames, cardGroups, type CardGroup } from '#domain/payment-methods/surcharges.ts'
import { DateInput } from '../../../ui/date-input/date-input.tsx'
import { NativeSelect } from '../../../ui/select/native-select.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import { useRead } from '../../foundation/read.ts'
import { call } from '../../foundation/staff-client.ts'
import { Effect } from '../../ui/effect/effect.tsx'
import { day } from '../../foundation/format.ts'
import { PeopleIcon } from '../../ui/icon/people.tsx'
import { ReasonDrawer } from '../../ui/reason/reason-drawer.tsx'
import { bindText } from '../../foundation/draft.ts'

/** New surcharge rate. The one before ends the day before; a second administrator has to agree. */
export function RateDrawer({ today, onClose }: { today: CalendarDate; onClose: () => void }) {
  const settings = useRead('GET /api/staff/settings', {})
  const [cardGroup, setCardGroup] = useState<CardGroup>('VisaOrMastercardCredit')
  const [percent, setPercent] = useState('')
  const [validFrom, setValidFrom] = useState<CalendarDate | null>(null)
  const cap = settings.data?.surchargeCap.AU
  const limit = cap === undefined ? undefined : `At most ${cap}%, the cap in the settings`
  const isRate = /^\d{1,2}(\.\d{1,2})?$/.test(percent.trim())
  const isOver = isRate && cap !== undefined && Number(percent) > cap
  return (
    <ReasonDrawer
      title="New surcharge rate"
      lead="Card surcharges, Australia"
      onClose={onClose}
      undo="Can be withdrawn until a second person decides, and cancelled until it starts."
      submitLabel="Request approval"
      isSubmitOff={!isRate || isOver || validFrom === null}
      act={async (reason) => {
        if (!validFrom) return undefined
        const body = { region: 'AU' as const, cardGroup, percent: Number(percent), validFrom, reason }
        await call('POST /api/staff/surcharge-rates', { body })
        return 'The new rate is waiting for a second approval.'
      }}
    >
      <NativeSelect
        label="Cards"
        value={cardGroup}
        onChange={setCardGroup}
        options={cardGroups.map((group) => ({ value: group, label: cardGroupNames[group] }))}
      />
      <TextInput
        label="Rate"
        suffix="%"
        inputMode="decimal"
        required
        {...bindText(percent, setPercent)}
        hint={limit}
        error={isOver ? limit : undefined}
      />
      <DateInput label="From" required min={addDays(today, 1)} value={validFrom} onChange={setValidFrom} />
      <Effect
        sentences={[
          { icon: PeopleIcon, text: 'Nothing changes until a second administrator approves it.' },
          validFrom
            ? `Applies to debits from ${day(validFrom)}. The current rate ends the day before.`
            : 'Applies to debits from that day. The current rate ends the day before.',
        ]}
      />
    </ReasonDrawer>
  )
}

export function WithdrawRateDrawer({ rate, onClose }: { rate: StaffSurchargeRate; onClose: () => void }) {
  const { region, cardGroup, validFrom, percent } = rate
  return (
    <ReasonDrawer
      title="Cancel a rate"
      lead={`${cardGroupNames[cardGroup]}, ${percent.toFixed(2)}% from ${day(validFrom)}`}
      onClose={onClose}
      undo="Can be set again with a second approval."
      submitLabel="Cancel rate"
      act={async (reason) => {
        const body = { region, cardGroup, validFrom, reason }
        await call('POST /api/staff/surcharge-rates/withdraw', { body })
        return 'The rate is cancelled. The previous rate continues.'
      }}
    >
      <Effect sentences={['The previous rate continues.']} />
    </ReasonDrawer>
  )
}
