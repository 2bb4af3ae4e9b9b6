import { AmountInput } from '../../ui/amount-input/amount-input.tsx'
import { Segmented } from '../../ui/segmented/segmented.tsx'
import { TextInput } from '../../ui/text-input/text-input.tsx'
import { Columns } from '../ui/field-group/field-group.tsx'
import { action, type FormProps } from './action.ts'
import { amountIn, moneyOf } from './fields.tsx'

type Draft = {
  type: 'Credit' | 'Debit' | 'WriteOff' | 'Goodwill' | 'Fees'
  amount: string
  description: string
}

const submitWords = {
  Credit: 'Adjust by',
  Debit: 'Adjust by',
  WriteOff: 'Write off',
  Goodwill: 'Waive',
  Fees: 'Waive',
}

function Form({ account, text, field }: FormProps<Draft>) {
  return (
    <div className="fields">
      <Segmented
        legend="Type"
        isLegendShown
        options={[
          { value: 'Credit', label: 'In favour of the family' },
          { value: 'Debit', label: 'Taken from the family' },
          { value: 'WriteOff', label: 'Write-off' },
          { value: 'Goodwill', label: 'Goodwill waiver' },
          { value: 'Fees', label: 'Waiver of fees' },
        ]}
        {...field('type')}
      />
      <Columns size={4}>
        <AmountInput label="Amount" required region={account.region} {...field('amount')} />
      </Columns>
      <Columns size={8}>
        <TextInput
          label="Description on the family’s transactions"
          required
          maxLength={60}
          {...text('description')}
        />
      </Columns>
    </div>
  )
}

export const adjustBalance = action<Draft>({
  title: 'Adjust the balance',
  begin: (_, params) => ({ type: 'Credit', amount: params.get('amount') ?? '', description: '' }),
  Form,
  command: ({ type, amount, description }, _, actionId) => {
    const sum = amountIn(amount)
    if (sum === undefined || description.trim() === '') return undefined
    return {
      call: 'POST /api/staff/accounts/:accountId/adjustments',
      body: {
        ...(type === 'Fees' ? { type: 'Goodwill' as const, only: type } : { type }),
        amount: sum,
        description: description.trim(),
        clientRequestId: actionId,
      },
    }
  },
  submitLabel: ({ type, amount }, account) => {
    const sum = amountIn(amount)
    return sum === undefined ? 'Adjust' : `${submitWords[type]} ${moneyOf(account, Number(sum))}`
  },
})
