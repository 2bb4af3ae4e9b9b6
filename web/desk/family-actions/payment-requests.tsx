import type { StaffAccount } from '#contract/staff-accounts.ts'
import type { FamilyCall } from '#contract/staff-actions.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { NativeSelect } from '../../ui/select/native-select.tsx'
import { day } from '../foundation/format.ts'
import { action, type Action, type FormProps } from './action.ts'
import { moneyOf } from './fields.tsx'

type Draft = { requestId: string }

export const openOf = ({ requests }: StaffAccount) =>
  requests.filter(({ status }) => status === 'Open' || status === 'PartPaid')

function Form({ account, field }: FormProps<Draft>) {
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
      options={open.map(({ id, amountLeft, dueOn, institutionName }) => ({
        value: id,
        label: `${moneyOf(account, amountLeft)} · due ${day(dueOn)} · ${institutionName}`,
      }))}
      {...field('requestId')}
    />
  )
}

const requestAction = (
  call: FamilyCall,
  described: Pick<Action<Draft>, 'title' | 'submitLabel' | 'isDanger'>,
) =>
  action<Draft>({
    ...described,
    begin: (account, params) => ({ requestId: params.get('requestId') ?? openOf(account)[0]?.id ?? '' }),
    Form,
    command: ({ requestId }) => (requestId === '' ? undefined : { call, params: { requestId } }),
  })

export const cancelRequest = requestAction('POST /api/staff/payment-requests/:requestId/cancel', {
  title: 'Cancel a payment request',
  submitLabel: () => 'Cancel request',
  isDanger: true,
})

export const resendRequest = requestAction('POST /api/staff/payment-requests/:requestId/resend', {
  title: 'Send a request again',
  submitLabel: () => 'Send again',
})
