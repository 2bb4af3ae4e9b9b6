import { yearLevels } from '#domain/calendar/year-levels.ts'
import { feeItemKinds } from '#domain/plan/plan-material.ts'
import { regionFacts, type Region } from '#domain/region.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Checkbox } from '../../../ui/checkbox/checkbox.tsx'
import { Segmented } from '../../../ui/segmented/segmented.tsx'
import { NativeSelect } from '../../../ui/select/native-select.tsx'
import { TextArea } from '../../../ui/text-input/text-area.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import { bind, useDraft } from '../../foundation/draft.ts'
import { Drawer } from '../../ui/drawer/drawer.tsx'
import { tidied, valueOf, type DraftItem } from './fee-draft.ts'
import { kindNames, mayBePercent } from './fee-words.ts'

type FeeDrawerProps = {
  region: Region
  item: DraftItem | null
  others: readonly DraftItem[]
  onSave: (item: DraftItem) => void
  onRemove: (key: string) => void
  onClose: () => void
}

const everyYear = 'every'

const newItem = (): DraftItem => ({
  key: crypto.randomUUID(),
  kind: 'Fixed',
  yearLevel: null,
  name: '',
  amount: '',
  isPercent: false,
  isDiscountable: true,
  taxPercent: '0',
  options: [],
})

/** One fee with everything that it is. It stays a draft: nothing is saved here. */
export function FeeDrawer({ region, item, others, onSave, onRemove, onClose }: FeeDrawerProps) {
  const form = useDraft<DraftItem>(() => item ?? newItem())
  const { draft, set } = form
  const { text, tick } = bind(form)
  const options = draft.options.join('\n')
  const problem = problemOf(draft, others)
  return (
    <Drawer
      title={item ? 'Change a fee' : 'Add a fee'}
      lead="Part of your changes: nothing is saved yet"
      onClose={onClose}
      submitLabel={item ? 'Change fee' : 'Add fee'}
      onSubmit={() => onSave({ ...draft, name: draft.name.trim(), amount: tidied(draft) })}
      isSubmitOff={problem !== null}
    >
      <NativeSelect
        label="Kind"
        options={feeItemKinds.map((value) => ({ value, label: kindNames[value] }))}
        value={draft.kind}
        onChange={(kind) =>
          set({
            kind,
            isPercent: draft.isPercent && mayBePercent(kind),
            options: kind === 'Selectable' ? draft.options : [],
          })
        }
      />
      <NativeSelect
        label="For"
        options={[
          { value: everyYear, label: draft.kind === 'Family' ? 'Once per family' : 'Every year level' },
          ...yearLevels[region].map((value) => ({ value, label: value })),
        ]}
        value={draft.yearLevel ?? everyYear}
        onChange={(value) => set({ yearLevel: value === everyYear ? null : value })}
      />
      <TextInput label="Name" required maxLength={80} {...text('name')} />
      {mayBePercent(draft.kind) && (
        <Segmented
          legend="Charged as"
          isLegendShown
          options={[
            { value: 'amount', label: 'An amount' },
            { value: 'percent', label: 'A percentage' },
          ]}
          value={draft.isPercent ? 'percent' : 'amount'}
          onChange={(value) => set({ isPercent: value === 'percent' })}
        />
      )}
      <TextInput
        label={draft.isPercent ? 'Percentage' : 'Amount'}
        required
        inputMode="decimal"
        {...(draft.isPercent ? { suffix: '%' } : { prefix: regionFacts[region].symbol })}
        {...text('amount')}
      />
      {draft.kind === 'Selectable' && (
        <TextArea
          label="Options"
          hint="The options for families, one per line"
          required
          value={options}
          onChange={(event) => set({ options: event.currentTarget.value.split('\n') })}
        />
      )}
      <TextInput
        label="Tax"
        suffix="%"
        inputMode="decimal"
        hint="Part of the amount"
        {...text('taxPercent')}
      />
      <Checkbox label="Discounts apply to it" {...tick('isDiscountable')} />
      {problem !== null && <p className="xs muted">{problem}</p>}
      {item && (
        <p>
          <Button look="secondary" onClick={() => onRemove(item.key)}>
            Remove this fee
          </Button>
        </p>
      )}
    </Drawer>
  )
}

/** What is missing, before the server is asked. */
function problemOf(draft: DraftItem, others: readonly DraftItem[]): string | null {
  const name = draft.name.trim()
  if (name === '') return 'A fee needs a name.'
  if (valueOf(draft) === undefined)
    return draft.isPercent ? 'Enter a percentage from 0 to 100.' : 'Enter an amount such as 120.50.'
  if (draft.kind === 'Selectable' && !draft.options.some((option) => option.trim() !== ''))
    return 'A selectable fee needs at least one option.'
  const tax = Number(draft.taxPercent)
  if (!(tax >= 0 && tax <= 100)) return 'Tax is a percentage from 0 to 100.'
  const isTwice = others.some(
    (other) => other.key !== draft.key && other.name === name && other.yearLevel === draft.yearLevel,
  )
  return isTwice ? 'This year level already has a fee with this name.' : null
}
