import { useId, type ReactNode } from 'react'
import { ChoiceCard, type ChoiceCardTexts } from '../choice/choice-card.tsx'
import { FieldError } from '../text-input/field-error.tsx'
import { RequiredMark } from '../text-input/required-mark.tsx'

type CheckboxCardProps = ChoiceCardTexts & {
  error?: string
  isChecked: boolean
  onChange: (isChecked: boolean) => void
  required?: boolean
  disabled?: boolean
  children?: ReactNode
}

/** A checkbox as a card. Its content shows only while it is checked. */
export function CheckboxCard({
  label,
  error,
  isChecked,
  onChange,
  required,
  disabled,
  ...card
}: CheckboxCardProps) {
  const errorId = useId()
  return (
    <ChoiceCard
      {...card}
      label={
        <>
          {label}
          {required && <RequiredMark />}
        </>
      }
      isChosen={isChecked}
      error={<FieldError id={errorId} message={error} />}
      input={{
        type: 'checkbox',
        required,
        disabled,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': error ? errorId : undefined,
        onChange: (event) => onChange(event.currentTarget.checked),
      }}
    />
  )
}
