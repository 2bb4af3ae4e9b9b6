import { useId } from 'react'
import { Button } from 'react-aria-components/Button'
import { Label } from 'react-aria-components/Label'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select'
import { CheckIcon } from '../icon/check.tsx'
import { AriaSettings } from '../react-aria/aria-settings.tsx'
import { FieldError } from '../text-input/field-error.tsx'
import { descriptionOf, FieldHint, type FieldTexts } from '../text-input/field.tsx'
import { RequiredMark } from '../text-input/required-mark.tsx'
import './select.css'

export type Option<Value extends string = string> = { label: string; value: Value; isDisabled?: boolean }

export type SelectProps<Value extends string> = FieldTexts & {
  options: readonly Option<Value>[]
  value: Value | null
  onChange: (value: Value) => void
  placeholder?: string
  name?: string
  autoComplete?: string
  required?: boolean
  disabled?: boolean
}

/** One of several options, from a list below the field. */
export function Select<Value extends string>({
  label,
  hint,
  error,
  options,
  value,
  onChange,
  placeholder = 'Select',
  name,
  autoComplete,
  required,
  disabled,
}: SelectProps<Value>) {
  const id = useId()
  return (
    <AriaSettings>
      <AriaSelect
        className="field"
        value={value}
        onChange={(chosen) => {
          const option = options.find((each) => each.value === chosen)
          if (option) onChange(option.value)
        }}
        placeholder={placeholder}
        name={name}
        autoComplete={autoComplete}
        isRequired={required}
        isDisabled={disabled}
        isInvalid={Boolean(error)}
        aria-describedby={descriptionOf(id, { hint, error })}
      >
        <Label className="field__label">
          {label}
          {required && <RequiredMark />}
        </Label>
        <Button className="select">
          <SelectValue className="select__value" />
        </Button>
        <FieldHint id={id} hint={error ? undefined : hint} />
        <FieldError id={`${id}-error`} message={error} />
        <Popover className="options" offset={6}>
          <ListBox className="options__list">
            {options.map((option) => (
              <ListBoxItem
                key={option.value}
                className="options__item"
                id={option.value}
                textValue={option.label}
                isDisabled={option.isDisabled}
              >
                {({ isSelected }) => (
                  <>
                    <span>{option.label}</span>
                    {isSelected && <CheckIcon />}
                  </>
                )}
              </ListBoxItem>
            ))}
          </ListBox>
        </Popover>
      </AriaSelect>
    </AriaSettings>
  )
}
