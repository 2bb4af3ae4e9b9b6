import type { CalendarDate } from '#domain/calendar/calendar.ts'
import { AmountInput } from '../../ui/amount-input/amount-input.tsx'
import { Checkbox } from '../../ui/checkbox/checkbox.tsx'
import { DateInput } from '../../ui/date-input/date-input.tsx'
import { TextInput } from '../../ui/text-input/text-input.tsx'
import { Columns } from '../ui/field-group/field-group.tsx'
import { action, type FormProps } from './action.ts'
import { amountIn, moneyOf } from './fields.tsx'

type Draft = {
  amount: string
  dueOn: CalendarDate | null
  periodName: string
  expiresOn: CalendarDate | null
  isTold: boolean
}

function Form({ account, text, field, tick }: FormProps<Draft>) {
  return (
    <div className="fields">
      <Columns size={6}>
        <AmountInput label="Amount" required region={account.region} {...field('amount')} />
        <DateInput label="Due" required {...field('dueOn')} />
        <TextInput label="For" maxLength={60} {...text('periodName')} />
        <DateInput label="Can be paid until" hint="90 days if left blank" {...field('expiresOn')} />
      </Columns>
      <Checkbox label="Email the link to every member of the account" {...tick('isTold')} />
    </div>
  )
}

export const requestPayment = action<Draft>({
  title: 'Request a payment',
  begin: (_, params) => ({
    amount: params.get('amount') ?? '',
    dueOn: params.get('dueOn') as CalendarDate | null,
    periodName: params.get('for') ?? '',
    expiresOn: null,
    isTold: true,
  }),
  Form,
  command: ({ amount, dueOn, periodName, expiresOn, isTold }, { id }) => {
    const sum = amountIn(amount)
    if (sum === undefined || dueOn === null) return undefined
    return {
      call: 'POST /api/staff/payment-requests',
      body: {
        accountId: id,
        amount: sum,
        dueOn,
        isTold,
        ...(periodName.trim() && { periodName: periodName.trim() }),
        ...(expiresOn && { expiresOn }),
      },
    }
  },
  submitLabel: ({ amount }, account) => {
    const sum = amountIn(amount)
    return sum === undefined ? 'Request payment' : `Request ${moneyOf(account, Number(sum))}`
  },
})
