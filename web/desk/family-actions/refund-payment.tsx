import type { StaffAccount } from '#contract/staff-accounts.ts'
import type { ReturnOutcome } from '#domain/charges.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { AmountInput } from '../../ui/amount-input/amount-input.tsx'
import { Button } from '../../ui/button/button.tsx'
import { NativeSelect } from '../../ui/select/native-select.tsx'
import { day } from '../foundation/format.ts'
import { Columns } from '../ui/field-group/field-group.tsx'
import { action, type FormProps } from './action.ts'
import { amountIn, moneyOf } from './fields.tsx'
import { Radios } from './radios.tsx'

type Draft = { paymentId: string; amount: string; outcome: ReturnOutcome }

const outcomes: { value: ReturnOutcome; label: string }[] = [
  { value: 'AskAgain', label: 'Ask the family for it again' },
  { value: 'Waive', label: 'Do not ask for it again' },
]

type Payment = StaffAccount['payments'][number]

const inCents = (amount: number) => Math.round(amount * 100)
const leftOf = ({ amount, surcharge, refunded }: Payment) =>
  (inCents(amount) + inCents(surcharge) - inCents(refunded)) / 100
const isRefundable = (payment: Payment) =>
  (payment.status === 'Succeeded' || payment.status === 'Disputed') &&
  payment.kind !== 'Offline' &&
  payment.kind !== 'Deposit' &&
  leftOf(payment) > 0

function nameOf(account: StaffAccount, payment: Payment): string {
  const { paidOn, createdAt, methodName } = payment
  return [
    day(paidOn ?? createdAt.slice(0, 10)),
    moneyOf(account, payment.amount + payment.surcharge),
    methodName,
  ]
    .filter(Boolean)
    .join(' · ')
}

function Form({ account, draft, set, field }: FormProps<Draft>) {
  const payments = account.payments.filter(isRefundable)
  const chosen = payments.find(({ id }) => id === draft.paymentId)
  if (payments.length === 0)
    return (
      <Alert variant="info" title="There is nothing to refund">
        None of the family’s recent payments can be refunded through the payment provider.
      </Alert>
    )
  const left = chosen && leftOf(chosen)
  const sum = amountIn(draft.amount)
  const wouldOwe = sum !== undefined && account.balance >= 0 && Number(sum) > account.balance
  return (
    <div className="fields">
      <NativeSelect
        label="Payment"
        options={payments.map((payment) => ({ value: payment.id, label: nameOf(account, payment) }))}
        value={draft.paymentId}
        onChange={(paymentId) => {
          const next = payments.find(({ id }) => id === paymentId)
          set({ paymentId, amount: next ? leftOf(next).toFixed(2) : '' })
        }}
      />
      <Columns size={6}>
        <AmountInput
          label="Amount"
          required
          region={account.region}
          hint={left === undefined ? undefined : `At most ${moneyOf(account, left)}, with its surcharge`}
          {...field('amount')}
        />
      </Columns>
      <Radios legend="What the payment paid" options={outcomes} {...field('outcome')} />
      {wouldOwe && (
        <Alert
          variant="warning"
          title="The family’s balance is lower than this amount"
          action={
            account.balance > 0 ? (
              <Button
                look="secondary"
                size="small"
                onClick={() => set({ amount: account.balance.toFixed(2) })}
              >
                Use {moneyOf(account, account.balance)}
              </Button>
            ) : undefined
          }
        >
          Its balance is {moneyOf(account, account.balance)}. What goes back beyond that it would owe.
        </Alert>
      )}
    </div>
  )
}

export const refundPayment = action<Draft>({
  title: 'Refund a payment',
  begin: (account, params) => {
    const payments = account.payments.filter(isRefundable)
    const chosen = payments.find(({ id }) => id === params.get('paymentId')) ?? payments[0]
    return {
      paymentId: chosen?.id ?? '',
      amount: params.get('amount') ?? (chosen ? leftOf(chosen).toFixed(2) : ''),
      outcome: 'AskAgain',
    }
  },
  Form,
  command: ({ paymentId, amount, outcome }, _, actionId) => {
    const sum = amountIn(amount)
    if (sum === undefined || paymentId === '') return undefined
    return {
      call: 'POST /api/staff/payments/:paymentId/refunds',
      params: { paymentId },
      body: { amount: sum, outcome, clientRequestId: actionId },
    }
  },
  submitLabel: ({ amount }, account) => {
    const sum = amountIn(amount)
    return sum === undefined ? 'Refund' : `Refund ${moneyOf(account, Number(sum))}`
  },
  isDanger: true,
})
