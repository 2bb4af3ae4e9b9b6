import { AmountInput } from '../../ui/amount-input/amount-input.tsx'
import { Segmented } from '../../ui/segmented/segmented.tsx'
import { TextInput } from '../../ui/text-input/text-input.tsx'
import { Columns } from '../ui/field-group/field-group.tsx'
import { action, type FormProps } from './action.ts'
import { amountIn, moneyOf } from './fields.tsx'

type Draft = { type: 'Credit' | 'Debit'; amount: string; description: string }

function Form({ account, text, field }: FormProps<Draft>) {
  return (
    <div className="fields">
      <Segmented
        legend="Type"
        isLegendShown
        options={[
          { value: 'Credit', label: 'In favour of the family' },
          { value: 'Debit', label: 'Taken from the family' },
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
      body: { type, amount: sum, description: description.trim(), clientRequestId: actionId },
    }
  },
  submitLabel: ({ amount }, account) => {
    const sum = amountIn(amount)
    return sum === undefined ? 'Adjust' : `Adjust by ${moneyOf(account, Number(sum))}`
  },
})
