import type { StaffAccount } from '#contract/staff-accounts.ts'
import { accountSetupStatuses, productTypes } from '#domain/accounts.ts'
import {
  portalPaymentMethods,
  regionalPaymentMethods,
  type PortalPaymentMethod,
  type RegionalPaymentMethod,
} from '#domain/payment-methods/payment-methods.ts'
import { renewalStatuses } from '#domain/plan/payment-schedule.ts'
import { Checkbox } from '../../ui/checkbox/checkbox.tsx'
import { NativeSelect } from '../../ui/select/native-select.tsx'
import { Ticks } from '../ui/ticks/ticks.tsx'
import { Columns } from '../ui/field-group/field-group.tsx'
import { action, type FormProps } from './action.ts'
import { changesOf, optionsOf } from './fields.tsx'

const flagLabels = {
  canEditOrAddPlan: 'May change or add a plan',
  allowsScheduleUpdates: 'May update the schedule',
  allowsSourceUpdates: 'May update payment methods',
  allowsRepaymentChange: 'May change a repayment',
  isSetupIncomplete: 'Set-up incomplete',
  checksSetupStatus: 'Portal checks the set-up status on every page',
} as const
type Flag = keyof typeof flagLabels
const flags = Object.keys(flagLabels) as Flag[]

const names = [
  ...flags,
  'productType',
  'setupStatus',
  'renewalStatus',
  'allowedRegionalMethods',
  'allowedPortalMethods',
  'showsDirectDebitAuthorisation',
] as const

type Draft = Pick<StaffAccount, (typeof names)[number]>

const methodNames: Record<RegionalPaymentMethod | PortalPaymentMethod, string> = {
  AuBankAccount: 'Australian bank account',
  UkBankAccount: 'UK bank account',
  AuCustomerDeposit: 'BPAY',
  PaymentCard: 'Card',
  BankAccount: 'Bank account',
  CustomerDeposit: 'BPAY',
}

type AllowListProps<Method> = {
  label: string
  all: readonly Method[]
  /** Null takes the school's list. */
  value: readonly Method[] | null
  onChange: (value: Method[] | null) => void
}

function AllowList<Method extends keyof typeof methodNames>({
  label,
  all,
  value,
  onChange,
}: AllowListProps<Method>) {
  return (
    <Ticks
      legend={label}
      names={methodNames}
      all={value === null ? [] : all}
      value={value ?? []}
      onChange={onChange}
    >
      <Checkbox
        label="School default"
        isChecked={value === null}
        onChange={(isSchools) => onChange(isSchools ? null : [...all])}
      />
    </Ticks>
  )
}

const debitChoices = { null: 'School default', true: 'Shown', false: 'Not shown' }

function Form({ draft, set, field, tick }: FormProps<Draft>) {
  return (
    <div className="fields">
      {flags.map((flag) => (
        <Checkbox key={flag} label={flagLabels[flag]} {...tick(flag)} />
      ))}
      <AllowList
        label="Payment methods for the plan"
        all={regionalPaymentMethods}
        {...field('allowedRegionalMethods')}
      />
      <AllowList
        label="Payment methods in the portal"
        all={portalPaymentMethods}
        {...field('allowedPortalMethods')}
      />
      <Columns size={6}>
        <NativeSelect
          label="Direct debit authorisation"
          options={Object.entries(debitChoices).map(([value, label]) => ({ value, label }))}
          value={String(draft.showsDirectDebitAuthorisation)}
          onChange={(value) =>
            set({ showsDirectDebitAuthorisation: value === 'null' ? null : value === 'true' })
          }
        />
        <NativeSelect label="Product" options={optionsOf(productTypes)} {...field('productType')} />
        <NativeSelect label="Set-up" options={optionsOf(accountSetupStatuses)} {...field('setupStatus')} />
        <NativeSelect label="Renewal" options={optionsOf(renewalStatuses)} {...field('renewalStatus')} />
      </Columns>
    </div>
  )
}

const fieldsOf = (account: StaffAccount) =>
  Object.fromEntries(names.map((name) => [name, account[name]])) as Draft

export const changeAccount = action<Draft>({
  title: 'Change what the portal allows',
  begin: fieldsOf,
  Form,
  command: (draft, account) => {
    const body = changesOf(fieldsOf(account), draft)
    return body && { call: 'PUT /api/staff/accounts/:accountId', body }
  },
  submitLabel: () => 'Change the account',
})
