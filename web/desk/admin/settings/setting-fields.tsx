import type { CareContact } from '#domain/care.ts'
import type { QuietHours } from '#domain/quiet-hours.ts'
import { queueKinds, targetUnits, type Targets } from '#domain/staff-queue.ts'
import { Button } from '../../../ui/button/button.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import { NativeSelect } from '../../../ui/select/native-select.tsx'
import { FieldGroup } from '../../ui/field-group/field-group.tsx'
import { kindWords } from '../texts/kind-words.ts'
import { unitWords } from './setting-list.ts'

type FieldProps<Value> = { label: string; value: Value; onChange: (value: Value) => void }

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
    <FieldGroup
      label={label}
      hint="No non-urgent messages are sent in these hours, in the recipient’s local time. Enter the same hour twice for no quiet hours."
    >
      <div className="row">
        {input('from', 'From hour')}
        {input('until', 'Until hour')}
      </div>
    </FieldGroup>
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
    <FieldGroup label={label}>
      {value.map((contact, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- it has no id, and its name is what is typed
        <div key={place} className="stack stack--14">
          {input(place, contact, 'name', 'Name')}
          {input(place, contact, 'about', 'What it does')}
          {input(place, contact, 'reach', 'Contact details')}
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
    </FieldGroup>
  )
}

const unitOptions = targetUnits.map((unit) => ({ value: unit, label: unitWords[unit] }))

export function TargetsField({ label, value, onChange }: FieldProps<Targets>) {
  return (
    <FieldGroup label={label}>
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
    </FieldGroup>
  )
}
