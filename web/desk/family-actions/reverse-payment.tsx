import type { StaffAccount } from '#contract/staff-accounts.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { NativeSelect } from '../../ui/select/native-select.tsx'
import { day } from '../foundation/format.ts'
import { action, type FormProps } from './action.ts'
import { moneyOf } from './fields.tsx'

type Draft = { paymentId: string }

const recordedIn = ({ payments }: StaffAccount) =>
  payments.filter(({ kind, status }) => kind === 'Offline' && status === 'Succeeded')

function Form({ account, field }: FormProps<Draft>) {
  const recorded = recordedIn(account)
  if (recorded.length === 0)
    return (
      <Alert variant="info" title="No recorded payments">
        Only payments that staff recorded can be reversed.
      </Alert>
    )
  return (
    <NativeSelect
      label="Recorded payment"
      options={recorded.map(({ id, amount, paidOn, methodName }) => ({
        value: id,
        label: [moneyOf(account, amount), paidOn && day(paidOn), methodName].filter(Boolean).join(' · '),
      }))}
      {...field('paymentId')}
    />
  )
}

export const reversePayment = action<Draft>({
  title: 'Reverse a recorded payment',
  begin: (account, params) => ({
    paymentId: params.get('paymentId') ?? recordedIn(account)[0]?.id ?? '',
  }),
  Form,
  command: ({ paymentId }) =>
    paymentId === ''
      ? undefined
      : { call: 'POST /api/staff/offline-payments/:paymentId/reverse', params: { paymentId } },
  submitLabel: () => 'Reverse payment',
  isDanger: true,
})
