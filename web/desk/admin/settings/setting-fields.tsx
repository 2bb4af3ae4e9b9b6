import type { ReactNode } from 'react'
import type { CareContact } from '#domain/care.ts'
import type { QuietHours } from '#domain/quiet-hours.ts'
import { queueKinds, targetUnits, type Targets } from '#domain/staff-queue.ts'
import type { PayoutAccount } from '#domain/withdrawals.ts'
import { Button } from '../../../ui/button/button.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import { NativeSelect } from '../../../ui/select/native-select.tsx'
import { kindWords } from '../texts/kind-words.ts'
import { unitWords } from './setting-list.ts'

type FieldProps<Value> = { label: string; value: Value; onChange: (value: Value) => void }

/** Fields that make up one setting. */
function Together({ label, hint, children }: { label: string; hint?: string; children: ReactNode }) {
  return (
    <fieldset className="pile">
      <legend className="field__label">{label}</legend>
      {hint && <p className="field__hint">{hint}</p>}
      {children}
    </fieldset>
  )
}

export function HoursField({ label, value, onChange }: FieldProps<QuietHours>) {
  const input = (name: keyof QuietHours, about: string) => (
    <TextInput
      label={about}
      type="number"
      min={0}
      max={23}
      value={value[name]}
      onChange={(event) => onChange({ ...value, [name]: event.currentTarget.valueAsNumber })}
    />
  )
  return (
    <Together
      label={label}
      hint="When nothing leaves that is not urgent, on the reader’s clock. The same hour twice for never."
    >
      <div className="row">
        {input('from', 'From hour')}
        {input('until', 'Until hour')}
      </div>
    </Together>
  )
}

const noContact: CareContact = { name: '', about: '', reach: '' }

export function ContactsField({ label, value, onChange }: FieldProps<CareContact[]>) {
  const input = (place: number, contact: CareContact, name: keyof CareContact, about: string) => (
    <TextInput
      label={about}
      value={contact[name]}
      onChange={(event) => onChange(value.with(place, { ...contact, [name]: event.currentTarget.value }))}
    />
  )
  return (
    <Together label={label}>
      {value.map((contact, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- it has no id, and its name is what is typed
        <div key={place} className="stack stack--14">
          {input(place, contact, 'name', 'Name')}
          {input(place, contact, 'about', 'What they do')}
          {input(place, contact, 'reach', 'How to reach them')}
          <div className="row">
            <Button
              look="borderless"
              size="small"
              isFlush
              onClick={() => onChange(value.toSpliced(place, 1))}
            >
              Remove<span className="sr"> {contact.name}</span>
            </Button>
          </div>
        </div>
      ))}
      <Button look="secondary" size="small" onClick={() => onChange([...value, noContact])}>
        Add a contact
      </Button>
    </Together>
  )
}

const unitOptions = targetUnits.map((unit) => ({ value: unit, label: unitWords[unit] }))

export function TargetsField({ label, value, onChange }: FieldProps<Targets>) {
  return (
    <Together label={label}>
      {queueKinds.map((kind) => {
        const { count, unit } = value[kind]
        const change = (part: Partial<Targets[typeof kind]>) =>
          onChange({ ...value, [kind]: { count, unit, ...part } })
        return (
          <div key={kind} className="setting-target">
            <TextInput
              label={kindWords(kind)}
              type="number"
              min={1}
              max={999}
              value={count}
              onChange={(event) => change({ count: event.currentTarget.valueAsNumber })}
            />
            <NativeSelect
              isLabelHidden
              label={`Unit of ${kindWords(kind)}`}
              value={unit}
              options={unitOptions}
              onChange={(chosen) => change({ unit: chosen })}
            />
          </div>
        )
      })}
    </Together>
  )
}

const accountLabels: Record<keyof PayoutAccount, string> = {
  bank: 'Bank, its three letters',
  userId: 'Our user id there',
  bsb: 'BSB',
  accountNumber: 'Account number',
}

/** The account that Australian payouts leave from. */
export function PayoutAccountField({
  label,
  hint,
  value,
  errors,
  onChange,
}: FieldProps<PayoutAccount> & { hint?: string; errors?: Partial<Record<keyof PayoutAccount, string>> }) {
  return (
    <Together label={label} hint={hint}>
      {(Object.keys(accountLabels) as (keyof PayoutAccount)[]).map((name) => (
        <TextInput
          key={name}
          label={accountLabels[name]}
          value={value[name]}
          onChange={(event) => onChange({ ...value, [name]: event.currentTarget.value })}
          error={errors?.[name]}
        />
      ))}
    </Together>
  )
}
