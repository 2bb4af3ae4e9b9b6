import type { StaffAccount } from '#contract/staff-accounts.ts'
import type { Reopening } from '#domain/accounts.ts'
import { sumOfDecimals } from '#domain/money.ts'
import { Checkbox } from '../../ui/checkbox/checkbox.tsx'
import { action, type FormProps } from './action.ts'
import { moneyOf } from './fields.tsx'
import { Radios } from './radios.tsx'

type Closed = { isAcknowledged: boolean }

export const closeAccount = action<Closed>({
  title: 'Close the account',
  begin: () => ({ isAcknowledged: false }),
  Form: ({ tick }) => (
    <Checkbox label="Close even though money is owed or still to be collected" {...tick('isAcknowledged')} />
  ),
  command: ({ isAcknowledged }) => ({
    call: 'POST /api/staff/accounts/:accountId/deactivate',
    body: { isAcknowledged },
  }),
  submitLabel: () => 'Close the account',
  isDanger: true,
})

type Reopened = { begin: Reopening | null }

function ReopenForm({ account, draft, set }: FormProps<Reopened>) {
  const { cancelledPayments: cancelled } = account
  if (cancelled.length === 0) return null
  const coming = cancelled.filter(({ isMissed }) => !isMissed)
  return (
    <Radios
      legend="Payments that were cancelled when it was closed"
      options={[
        { value: 'Nothing', label: 'Collect none of them' },
        {
          value: 'Coming',
          label: 'Collect those whose day is still to come',
          detail: sumIn(account, coming),
        },
        {
          value: 'All',
          label: 'Also ask for those whose day has passed',
          detail: sumIn(account, cancelled),
        },
      ]}
      value={draft.begin}
      onChange={(begin) => set({ begin })}
    />
  )
}

/** "12 payments, $4,800.00" */
function sumIn(account: StaffAccount, payments: StaffAccount['cancelledPayments']): string {
  const sum = moneyOf(account, sumOfDecimals(payments))
  return `${payments.length} ${payments.length === 1 ? 'payment' : 'payments'}, ${sum}`
}

export const reopenAccount = action<Reopened>({
  title: 'Reopen the account',
  begin: ({ cancelledPayments }) => ({ begin: cancelledPayments.length === 0 ? 'Nothing' : null }),
  Form: ReopenForm,
  command: ({ begin }) =>
    begin === null ? undefined : { call: 'POST /api/staff/accounts/:accountId/reactivate', body: { begin } },
  submitLabel: () => 'Reopen account',
})
