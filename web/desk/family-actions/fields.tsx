import type { StaffAccount } from '#contract/staff-accounts.ts'
import { formatMoney } from '../../ui/money/money.tsx'
import { NativeSelect } from '../../ui/select/native-select.tsx'

export const moneyOf = (account: Pick<StaffAccount, 'region'>, amount: number) =>
  formatMoney(amount, account.region)

/** What a person has typed as an amount, if it is one above nothing. */
export function amountIn(text: string): string | undefined {
  const plain = text.replaceAll(/[\s,]/g, '')
  return /^\d{1,9}(\.\d{1,2})?$/.test(plain) && Number(plain) > 0 ? plain : undefined
}

/** What is to be changed; undefined where all is as it was. */
export function changesOf<Fields extends object>(before: Fields, after: Fields): Partial<Fields> | undefined {
  const changed = (Object.keys(after) as (keyof Fields)[]).filter(
    (name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]),
  )
  if (changed.length === 0) return undefined
  return Object.fromEntries(changed.map((name) => [name, after[name]])) as Partial<Fields>
}

/** Without the spaces and brackets that people put into a number. */
export const plainMobile = (mobile: string) => mobile.replaceAll(/[\s()-]/g, '')

/** Words that are shown as they are called. */
export const optionsOf = <Value extends string>(values: readonly Value[]) =>
  values.map((value) => ({ value, label: value }))

type MemberFieldProps = {
  account: StaffAccount
  label?: string
  value: string
  onChange: (customerId: string) => void
}

export function MemberField({ account, label = 'Who', value, onChange }: MemberFieldProps) {
  return (
    <NativeSelect
      label={label}
      options={account.members.map(({ id, name, email }) => ({ value: id, label: `${name} · ${email}` }))}
      value={value}
      onChange={onChange}
    />
  )
}

export const memberOfAddress = (account: StaffAccount, params: URLSearchParams) =>
  params.get('customerId') ?? account.members[0]?.id ?? ''

export const memberName = (account: StaffAccount, customerId: string) =>
  account.members.find(({ id }) => id === customerId)?.name.split(' ')[0] ?? 'the member'
