import { useState } from 'react'
import type { StaffRemittance } from '#contract/staff-money.ts'
import { calendarDate, dateIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import { DateInput } from '../../ui/date-input/date-input.tsx'
import { useNow } from '../foundation/clock.ts'
import { day, money } from '../foundation/format.ts'
import { call } from '../foundation/staff-client.ts'
import { Effect } from '../ui/effect/effect.tsx'
import { ReasonDrawer } from '../ui/reason/reason-drawer.tsx'

export type RemittanceStep = 'sent' | 'paid' | 'returned'

type Words = { title: string; submit: string; effect: string; undo: string; done: string }

const words: Record<RemittanceStep, Words> = {
  sent: {
    title: 'Mark a remittance as sent',
    submit: 'Mark as sent',
    effect: 'leaves the books, and families read that it is on its way to the school.',
    undo: 'Cannot be undone. If the bank sends it back, record that.',
    done: 'Marked as sent.',
  },
  paid: {
    title: 'Mark a remittance as paid',
    submit: 'Mark as paid',
    effect: 'is confirmed by the bank, and families read the day on which the school was paid.',
    undo: 'Cannot be undone. If the bank sends it back later, record that.',
    done: 'Marked as paid.',
  },
  returned: {
    title: 'Record a remittance that was sent back',
    submit: 'Record as sent back',
    effect: 'is in our bank account again and due to the school. Two people have to release it again.',
    undo: 'Cannot be undone. It can be released and sent again from tomorrow.',
    done: 'Recorded as sent back. It is due again.',
  },
}

/** What the bank was told, and what it has said since. */
export function RemittanceStepDrawer({
  remittance,
  step,
  onClose,
}: {
  remittance: StaffRemittance
  step: RemittanceStep
  onClose: () => void
}) {
  const { id, schoolName, remittedOn, amount, currency, region, sentAt } = remittance
  const today = dateIn(region, useNow())
  const [paidOn, setPaidOn] = useState<CalendarDate | null>(today)
  const { title, submit, effect, undo, done } = words[step]
  const params = { remittanceId: id }
  const act = async (reason: string) => {
    if (step === 'paid')
      await call('POST /api/staff/remittances/:remittanceId/paid', {
        params,
        body: { reason, paidOn: paidOn ?? today },
      })
    else if (step === 'sent')
      await call('POST /api/staff/remittances/:remittanceId/sent', { params, body: { reason } })
    else await call('POST /api/staff/remittances/:remittanceId/returned', { params, body: { reason } })
    return done
  }
  return (
    <ReasonDrawer
      title={title}
      lead={`${schoolName}, ${day(calendarDate(remittedOn))}`}
      onClose={onClose}
      undo={undo}
      submitLabel={submit}
      isDanger={step === 'returned'}
      isSubmitOff={step === 'paid' && paidOn === null}
      act={act}
    >
      {(errors) => (
        <>
          {step === 'paid' && (
            <DateInput
              label="Paid on"
              hint="The day on the bank's statement"
              value={paidOn}
              onChange={setPaidOn}
              min={sentAt === null ? undefined : dateIn(region, new Date(sentAt))}
              max={today}
              error={errors['paidOn']}
              required
            />
          )}
          <Effect sentences={[`${money(amount, currency)} ${effect}`]} />
        </>
      )}
    </ReasonDrawer>
  )
}
