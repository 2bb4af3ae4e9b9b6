import type { PayoutAccount } from '#domain/withdrawals.ts'
import { TextInput } from '../../ui/text-input/text-input.tsx'
import { FieldGroup } from '../ui/field-group/field-group.tsx'

export const noAccount: PayoutAccount = { bank: '', userId: '', bsb: '', accountNumber: '' }

type PayoutAccountFieldProps = {
  label: string
  hint?: string
  value: PayoutAccount
  errors?: Partial<Record<keyof PayoutAccount, string>>
  onChange: (value: PayoutAccount) => void
}

const accountLabels: Record<keyof PayoutAccount, string> = {
  bank: 'Three-letter bank code',
  userId: 'Our user ID at the bank',
  bsb: 'BSB',
  accountNumber: 'Account number',
}

/** The account that Australian payouts leave from. */
export function PayoutAccountField({ label, hint, value, errors, onChange }: PayoutAccountFieldProps) {
  return (
    <FieldGroup label={label} hint={hint}>
      {(Object.keys(accountLabels) as (keyof PayoutAccount)[]).map((name) => (
        <TextInput
          key={name}
          label={accountLabels[name]}
          value={value[name]}
          onChange={(event) => onChange({ ...value, [name]: event.currentTarget.value })}
          error={errors?.[name]}
        />
      ))}
    </FieldGroup>
  )
}
