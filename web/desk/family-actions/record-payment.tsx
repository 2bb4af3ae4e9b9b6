import { dateIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import { AmountInput } from '../../ui/amount-input/amount-input.tsx'
import { DateInput } from '../../ui/date-input/date-input.tsx'
import { Segmented } from '../../ui/segmented/segmented.tsx'
import { NativeSelect } from '../../ui/select/native-select.tsx'
import { TextInput } from '../../ui/text-input/text-input.tsx'
import { day } from '../foundation/format.ts'
import { Columns } from '../ui/field-group/field-group.tsx'
import { action, type FormProps } from './action.ts'
import { openOf } from './payment-requests.tsx'
import { amountIn, moneyOf, optionsOf } from './fields.tsx'

const manners = ['Cheque', 'Transfer', 'Cash'] as const
type Draft = {
  manner: (typeof manners)[number]
  amount: string
  receivedOn: CalendarDate | null
  reference: string
  requestId: string
}

function Form({ account, text, field }: FormProps<Draft>) {
  return (
    <div className="fields">
      <Segmented legend="Paid by" isLegendShown options={optionsOf(manners)} {...field('manner')} />
      <Columns size={6}>
        <AmountInput label="Amount" required region={account.region} {...field('amount')} />
        <DateInput label="Received on" required {...field('receivedOn')} />
      </Columns>
      <TextInput
        label="Bank reference"
        hint="Each reference can be used once."
        required
        maxLength={60}
        {...text('reference')}
      />
      <NativeSelect
        label="What it pays"
        options={[
          { value: '', label: 'Overdue payments, then credit' },
          ...openOf(account).map((request) => ({
            value: request.id,
            label: `Request of ${moneyOf(account, request.amountLeft)} · due ${day(request.dueOn)}`,
          })),
        ]}
        {...field('requestId')}
      />
    </div>
  )
}

export const recordPayment = action<Draft>({
  title: 'Record cheque, transfer or cash',
  begin: (account, params) => ({
    manner: manners.find((manner) => manner === params.get('manner')) ?? 'Transfer',
    amount: params.get('amount') ?? '',
    receivedOn: dateIn(account.region, new Date()),
    reference: params.get('reference') ?? '',
    requestId: params.get('requestId') ?? '',
  }),
  Form,
  command: ({ manner, amount, receivedOn, reference, requestId }, { id }) => {
    const sum = amountIn(amount)
    if (sum === undefined || receivedOn === null || reference.trim() === '') return undefined
    return {
      call: 'POST /api/staff/offline-payments',
      body: {
        accountId: id,
        amount: sum,
        receivedOn,
        manner,
        reference: reference.trim(),
        ...(requestId && { requestId }),
      },
    }
  },
  submitLabel: ({ amount }, account) => {
    const sum = amountIn(amount)
    return sum === undefined ? 'Record payment' : `Record ${moneyOf(account, Number(sum))}`
  },
})
