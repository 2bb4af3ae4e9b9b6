import { useEffect, useEffectEvent, useId, useRef, type RefObject } from 'react'
import { FieldError } from '../text-input/field-error.tsx'
import { RequiredMark } from '../text-input/required-mark.tsx'
import './segmented.css'

type SegmentedProps<Value extends string> = {
  legend: string
  /** Otherwise the legend is for screen readers only. */
  isLegendShown?: boolean
  /** A detail is a second line, such as a price. Empty ones keep its place. */
  options: readonly { label: string; detail?: string; value: Value }[]
  value: Value | null
  onChange: (value: Value) => void
  size?: 'small' | 'medium'
  error?: string
  required?: boolean
  disabled?: boolean
}

/** Two to four short options side by side. */
export function Segmented<Value extends string>({
  legend,
  isLegendShown = false,
  options,
  value,
  onChange,
  size = 'medium',
  error,
  required,
  disabled,
}: SegmentedProps<Value>) {
  const name = useId()
  const group = useRef<HTMLFieldSetElement>(null)
  useChosenBefore(group, options, value, onChange)
  return (
    <fieldset
      ref={group}
      className="field"
      role="radiogroup"
      disabled={disabled}
      aria-required={required}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${name}-error` : undefined}
    >
      <legend className={isLegendShown ? 'field__label seg__legend' : 'sr'}>
        {legend}
        {required && isLegendShown && <RequiredMark />}
      </legend>
      <div className={size === 'small' ? 'seg seg--sm' : 'seg'} data-invalid={error ? true : undefined}>
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              name={name}
              required={required}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
            {option.detail !== undefined && <span className="seg__detail num">{option.detail}</span>}
          </label>
        ))}
      </div>
      <FieldError id={`${name}-error`} message={error} />
    </fieldset>
  )
}

/** A prerendered page can be used before hydration: keep what was chosen by then. */
function useChosenBefore<Value extends string>(
  group: RefObject<HTMLFieldSetElement | null>,
  options: readonly { value: Value }[],
  value: Value | null,
  onChange: (value: Value) => void,
): void {
  const takeOver = useEffectEvent(() => {
    const radios = [...(group.current?.querySelectorAll('input') ?? [])]
    const chosen = options[radios.findIndex((radio) => radio.checked)]?.value
    if (chosen !== undefined && chosen !== value) onChange(chosen)
  })
  useEffect(() => takeOver(), [])
}
