import type { StaffAccount } from '#contract/staff-accounts.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { NativeSelect } from '../../ui/select/native-select.tsx'
import { day } from '../foundation/format.ts'
import { action, type Action, type FormProps } from './action.ts'
import { moneyOf } from './fields.tsx'

type Draft = { requestId: string }

const openOf = ({ requests }: StaffAccount) =>
  requests.filter(({ status }) => status === 'Open' || status === 'PartPaid')

function Form({ account, draft, set }: FormProps<Draft>) {
  const open = openOf(account)
  if (open.length === 0)
    return (
      <Alert variant="info" title="No open request">
        The family has no open request.
      </Alert>
    )
  return (
    <NativeSelect
      label="Request"
      options={open.map(({ id, amountDue, amountPaid, dueOn, institutionName }) => ({
        value: id,
        label: `${moneyOf(account, amountDue - amountPaid)} · due ${day(dueOn)} · ${institutionName}`,
      }))}
      value={draft.requestId}
      onChange={(requestId) => set({ requestId })}
    />
  )
}

const begin: Action<Draft>['begin'] = (account, given) => ({
  requestId: given.get('requestId') ?? openOf(account)[0]?.id ?? '',
})

export const cancelRequest = action<Draft>({
  title: 'Cancel a payment request',
  begin,
  Form,
  wanted: ({ requestId }) =>
    requestId === ''
      ? undefined
      : { call: 'POST /api/staff/payment-requests/:requestId/cancel', params: { requestId } },
  submitLabel: () => 'Cancel request',
  isDanger: true,
})

export const resendRequest = action<Draft>({
  title: 'Send a request again',
  begin,
  Form,
  wanted: ({ requestId }) =>
    requestId === ''
      ? undefined
      : { call: 'POST /api/staff/payment-requests/:requestId/resend', params: { requestId } },
  submitLabel: () => 'Send again',
})
