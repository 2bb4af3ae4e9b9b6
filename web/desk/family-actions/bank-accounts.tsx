import { useEffect } from 'react'
import { Alert } from '../../ui/alert/alert.tsx'
import { NativeSelect } from '../../ui/select/native-select.tsx'
import { TextInput } from '../../ui/text-input/text-input.tsx'
import { useRead } from '../foundation/read.ts'
import { Columns } from '../ui/field-group/field-group.tsx'
import { action, type FormProps } from './action.ts'

type Added = { holder: string; bsb: string; accountNumber: string }

function AddForm({ account, text }: FormProps<Added>) {
  return (
    <div className="fields">
      <Alert variant="warning" title="Check proof of the account first">
        Withdrawals go to this account. Check a bank statement or letter that names a member of the family.
      </Alert>
      <TextInput label="Account holder" required maxLength={32} {...text('holder')} />
      <Columns size={6}>
        <TextInput
          label={account.region === 'AU' ? 'BSB' : 'Sort code'}
          required
          inputMode="numeric"
          maxLength={8}
          {...text('bsb')}
        />
        <TextInput
          label="Account number"
          required
          inputMode="numeric"
          maxLength={9}
          {...text('accountNumber')}
        />
      </Columns>
    </div>
  )
}

export const addBankAccount = action<Added>({
  title: 'Add a bank account for withdrawals',
  begin: () => ({ holder: '', bsb: '', accountNumber: '' }),
  Form: AddForm,
  command: ({ holder, bsb, accountNumber }) =>
    holder.trim() && bsb.trim().length >= 6 && accountNumber.trim().length >= 5
      ? {
          call: 'POST /api/staff/accounts/:accountId/bank-accounts',
          body: { holder: holder.trim(), bsb: bsb.trim(), accountNumber: accountNumber.trim() },
        }
      : undefined,
  submitLabel: () => 'Add the bank account',
})

type Removed = { bankAccountId: string }

function RemoveForm({ account, draft, set, field }: FormProps<Removed>) {
  const result = useRead('GET /api/staff/accounts/:accountId/bank-accounts', {
    params: { accountId: account.id },
  })
  const first = result.data?.[0]?.id
  useEffect(() => {
    if (draft.bankAccountId === '' && first !== undefined) set({ bankAccountId: first })
  }, [draft.bankAccountId, first, set])
  if (result.data?.length === 0)
    return (
      <Alert variant="info" title="None">
        The family has no bank account for withdrawals.
      </Alert>
    )
  return (
    <NativeSelect
      label="Bank account"
      options={(result.data ?? []).map(({ id, holder, displayName }) => ({
        value: id,
        label: `${holder} · ${displayName}`,
      }))}
      {...field('bankAccountId')}
    />
  )
}

export const removeBankAccount = action<Removed>({
  title: 'Remove a bank account',
  begin: (_, params) => ({ bankAccountId: params.get('bankAccountId') ?? '' }),
  Form: RemoveForm,
  command: ({ bankAccountId }) =>
    bankAccountId === ''
      ? undefined
      : {
          call: 'POST /api/staff/accounts/:accountId/bank-accounts/:bankAccountId/remove',
          params: { bankAccountId },
        },
  submitLabel: () => 'Remove bank account',
  isDanger: true,
})
