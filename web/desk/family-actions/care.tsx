import { useEffect } from 'react'
import type { StaffAccount } from '#contract/staff-accounts.ts'
import type { CalendarDate } from '#domain/calendar/calendar.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { DateInput } from '../../ui/date-input/date-input.tsx'
import { TextArea } from '../../ui/text-input/text-area.tsx'
import { useRead } from '../foundation/read.ts'
import { day } from '../foundation/format.ts'
import { action, type FormProps } from './action.ts'
import { memberOfAddress } from './fields.tsx'
import { WhatTheySaid } from './what-they-said.tsx'

type CareForm = {
  account: StaffAccount
  draft: { careId: string | null }
  set: (change: { careId: string }) => void
}

/** The open request of the family: it has one at a time. The id is empty where there is none. */
export function useOpenCare({ account, draft, set }: CareForm) {
  const { data, error } = useRead('GET /api/staff/care', {})
  const careId = data && (data.items.find(({ accountId }) => accountId === account.id)?.id ?? '')
  useEffect(() => {
    if (careId !== undefined && careId !== draft.careId) set({ careId })
  }, [careId, draft.careId, set])
  return { careId, error }
}

function NoRequest({ form }: { form: CareForm }) {
  const { careId } = useOpenCare(form)
  if (careId !== '') return null
  return (
    <Alert variant="info" title="No open request">
      The family has not asked for help, or has already had a reply.
    </Alert>
  )
}

type Opened = { customerId: string; words: string }

export const openCare = action<Opened>({
  title: 'Open a request for help',
  begin: (account, params) => ({ customerId: memberOfAddress(account, params), words: '' }),
  Form: (props) => (
    <div className="fields">
      <WhatTheySaid {...props} />
    </div>
  ),
  command: ({ customerId, words }) =>
    words.trim() === ''
      ? undefined
      : {
          call: 'POST /api/staff/accounts/:accountId/care',
          body: { customerId, words: words.trim() },
        },
  submitLabel: () => 'Hold payments',
})

type Extended = { careId: string; until: CalendarDate | null }

function ExtendForm(form: FormProps<Extended>) {
  return (
    <div className="fields">
      <NoRequest form={form} />
      <DateInput label="On hold until the end of" required {...form.field('until')} />
    </div>
  )
}

export const extendHold = action<Extended>({
  title: 'Hold payments for longer',
  begin: (_, params) => ({ careId: '', until: params.get('until') as CalendarDate | null }),
  Form: ExtendForm,
  command: ({ careId, until }) =>
    careId === '' || until === null
      ? undefined
      : { call: 'POST /api/staff/care/:careId/extend', params: { careId }, body: { until } },
  submitLabel: ({ until }) => (until === null ? 'Hold payments' : `Hold until ${day(until)}`),
})

type Declined = { careId: string; note: string }

function DeclineForm(form: FormProps<Declined>) {
  return (
    <div className="fields">
      <NoRequest form={form} />
      <TextArea
        label="The family reads"
        hint="Explain why we cannot help, and what the family can do instead"
        required
        maxLength={1000}
        {...form.text('note')}
      />
    </div>
  )
}

export const declineCare = action<Declined>({
  title: 'Decline the request for help',
  begin: () => ({ careId: '', note: '' }),
  Form: DeclineForm,
  command: ({ careId, note }) =>
    careId === '' || note.trim() === ''
      ? undefined
      : { call: 'POST /api/staff/care/:careId/decline', params: { careId }, body: { note: note.trim() } },
  submitLabel: () => 'Decline',
  hasOwnWords: true,
  isDanger: true,
})

type Withdrawn = { careId: string }

export const withdrawOffer = action<Withdrawn>({
  title: 'Withdraw the offer',
  begin: () => ({ careId: '' }),
  Form: (form) => <NoRequest form={form} />,
  command: ({ careId }) =>
    careId === '' ? undefined : { call: 'POST /api/staff/care/:careId/withdraw-offer', params: { careId } },
  submitLabel: () => 'Withdraw offer',
})
