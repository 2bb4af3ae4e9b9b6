import { createContext, use, useId, useMemo, type ReactNode } from 'react'
import { FieldHint } from '../text-input/field.tsx'
import { FieldError } from '../text-input/field-error.tsx'
import { RequiredMark } from '../text-input/required-mark.tsx'
import { ChoiceCard, type ChoiceCardTexts } from './choice-card.tsx'
import './choice.css'

type Group = {
  name: string
  value: string | null
  required: boolean
  disabled: boolean
  onChoose: (value: string) => void
}

const GroupContext = createContext<Group | null>(null)

type ChoicesProps<Value extends string> = {
  legend: string
  /** Where a heading above already says it. */
  isLegendHidden?: boolean
  hint?: ReactNode
  error?: string
  value: Value | null
  onChoose: (value: Value) => void
  required?: boolean
  disabled?: boolean
  children: ReactNode
}

/** A group of cards to choose from. The arrow keys move between them, as with radio buttons. */
export function Choices<Value extends string>({
  legend,
  isLegendHidden = false,
  hint,
  error,
  value,
  onChoose,
  required = false,
  disabled = false,
  children,
}: ChoicesProps<Value>) {
  const id = useId()
  const group = useMemo(
    () => ({ name: id, value, required, disabled, onChoose: onChoose as (value: string) => void }),
    [id, value, required, disabled, onChoose],
  )
  return (
    <fieldset
      className="choices"
      role="radiogroup"
      aria-required={required}
      aria-invalid={error ? true : undefined}
      aria-describedby={[hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined}
    >
      <legend className={isLegendHidden ? 'sr' : 'field__label'}>
        {legend}
        {required && !isLegendHidden && <RequiredMark />}
      </legend>
      <FieldHint id={id} hint={hint} />
      <GroupContext value={group}>{children}</GroupContext>
      <FieldError id={`${id}-error`} message={error} />
    </fieldset>
  )
}

type ChoiceProps = ChoiceCardTexts & {
  value: string
  disabled?: boolean
  /** The body uses the card's full width: for frames and lists. */
  isWide?: boolean
  /** What was typed in the body is not lost when another one is chosen. */
  keepsBody?: boolean
  children?: ReactNode
}

/** A choice whose whole card is the label. Its content shows only while it is chosen. */
export function Choice({ value, disabled = false, ...rest }: ChoiceProps) {
  const group = use(GroupContext)
  if (!group) throw new Error('A choice stands among choices')
  return (
    <ChoiceCard
      {...rest}
      isChosen={group.value === value}
      input={{
        type: 'radio',
        name: group.name,
        value,
        required: group.required,
        disabled: disabled || group.disabled,
        onChange: () => group.onChoose(value),
      }}
    />
  )
}
