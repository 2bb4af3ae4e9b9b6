import { useId, type ReactNode } from 'react'
import { ChoiceCard, type ChoiceCardTexts } from '../choice/choice-card.tsx'
import { FieldError } from '../text-input/field-error.tsx'
import { RequiredMark } from '../text-input/required-mark.tsx'

type CheckboxCardProps = ChoiceCardTexts & {
  error?: string
  isChecked: boolean
  onChange: (isChecked: boolean) => void
  name?: string
  required?: boolean
  disabled?: boolean
  isWide?: boolean
  children?: ReactNode
}

/** A checkbox as a card. Its content shows only while it is checked. */
export function CheckboxCard({
  label,
  hint,
  end,
  error,
  isChecked,
  onChange,
  name,
  required,
  disabled,
  isWide,
  children,
}: CheckboxCardProps) {
  const errorId = useId()
  return (
    <ChoiceCard
      label={
        <>
          {label}
          {required && <RequiredMark />}
        </>
      }
      hint={hint}
      end={end}
      isChosen={isChecked}
      isWide={isWide}
      error={<FieldError id={errorId} message={error} />}
      input={{
        type: 'checkbox',
        name,
        required,
        disabled,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': error ? errorId : undefined,
        onChange: (event) => onChange(event.currentTarget.checked),
      }}
    >
      {children}
    </ChoiceCard>
  )
}
