import { useState } from 'react'
import type { StaffSurchargeRate } from '#contract/staff-schools.ts'
import { addDays, type CalendarDate } from '#domain/calendar/calendar.ts'
import { cardGroups, type CardGroup } from '#domain/payment-methods/surcharges.ts'
import { DateInput } from '../../../ui/date-input/date-input.tsx'
import { NativeSelect } from '../../../ui/select/native-select.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import { refresh, useRead } from '../../foundation/read.ts'
import { call } from '../../foundation/staff-client.ts'
import { useAction } from '../../foundation/use-action.ts'
import { Drawer } from '../../ui/drawer/drawer.tsx'
import { Effect } from '../../ui/effect/effect.tsx'
import { day } from '../../foundation/format.ts'
import { PeopleIcon } from '../../ui/icon/people.tsx'
import { ReasonField } from '../../ui/reason/reason-field.tsx'
import { showDone } from '../../foundation/toast.ts'
import { groupNames } from './group-names.ts'

/** A rate from a day on. The one before ends the day before; a second administrator has to agree. */
export function RateDrawer({ today, onClose }: { today: CalendarDate; onClose: () => void }) {
  const settings = useRead('GET /api/staff/settings', {})
  const [cardGroup, setCardGroup] = useState<CardGroup>('VisaOrMastercardCredit')
  const [percent, setPercent] = useState('')
  const [validFrom, setValidFrom] = useState<CalendarDate | null>(null)
  const [reason, setReason] = useState('')
  const cap = settings.data?.surchargeCap.AU
  const isRate = /^\d{1,2}(\.\d{1,2})?$/.test(percent.trim())
  const isOver = isRate && cap !== undefined && Number(percent) > cap
  const ask = useAction(async () => {
    if (!validFrom) return
    await call('POST /api/staff/surcharge-rates', {
      body: { region: 'AU', cardGroup, percent: Number(percent), validFrom, reason },
    })
    showDone('The new rate waits for a second person.')
    await refresh()
    onClose()
  })
  return (
    <Drawer
      title="A rate from a day on"
      lead="Card surcharges, Australia"
      onClose={onClose}
      undo="Can be withdrawn until a second person has decided, and taken back until it starts."
      submitLabel="Ask a second person"
      isBusy={ask.isBusy}
      isSubmitOff={!isRate || isOver || validFrom === null || reason.trim() === ''}
      onSubmit={() => void ask.run()}
      failure={ask.failure}
    >
      <NativeSelect
        label="Cards"
        value={cardGroup}
        onChange={setCardGroup}
        options={cardGroups.map((group) => ({ value: group, label: groupNames[group] }))}
      />
      <TextInput
        label="Rate"
        suffix="%"
        inputMode="decimal"
        required
        value={percent}
        onChange={(event) => setPercent(event.currentTarget.value)}
        {...(cap !== undefined && { hint: `At most ${cap}%, by the settings` })}
        {...(isOver && { error: `At most ${cap}%, by the settings` })}
      />
      <DateInput label="From" required min={addDays(today, 1)} value={validFrom} onChange={setValidFrom} />
      <Effect
        sentences={[
          { icon: PeopleIcon, text: 'Nothing happens yet: a second administrator has to approve it.' },
          {
            text: validFrom
              ? `Debits of ${day(validFrom)} and later use it. The rate before ends the day before.`
              : 'Debits from that day on use it. The rate before ends the day before.',
          },
        ]}
      />
      <ReasonField value={reason} onChange={setReason} />
    </Drawer>
  )
}

export function WithdrawRateDrawer({ rate, onClose }: { rate: StaffSurchargeRate; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const { region, cardGroup, validFrom, percent } = rate
  const withdraw = useAction(async () => {
    await call('POST /api/staff/surcharge-rates/withdraw', { body: { region, cardGroup, validFrom, reason } })
    showDone('The rate is taken back. The one before goes on.')
    await refresh()
    onClose()
  })
  return (
    <Drawer
      title="Take a rate back"
      lead={`${groupNames[cardGroup]}, ${percent.toFixed(2)}% from ${day(validFrom)}`}
      onClose={onClose}
      undo="Can be set again, with a second person."
      submitLabel="Take it back"
      isBusy={withdraw.isBusy}
      isSubmitOff={reason.trim() === ''}
      onSubmit={() => void withdraw.run()}
      failure={withdraw.failure}
    >
      <Effect sentences={[{ text: 'The rate before goes on in its place.' }]} />
      <ReasonField value={reason} onChange={setReason} />
    </Drawer>
  )
}
