import { useId } from 'react'
import './segmented.css'

type SegmentedProps<Value extends string> = {
  legend: string
  options: readonly { label: string; value: Value }[]
  value: Value
  onChange: (value: Value) => void
  size?: 'small' | 'medium'
}

/** Two to four short options side by side; the legend is for screen readers. */
export function Segmented<Value extends string>({
  legend,
  options,
  value,
  onChange,
  size = 'medium',
}: SegmentedProps<Value>) {
  const name = useId()
  return (
    <fieldset className="field">
      <legend className="sr">{legend}</legend>
      <div className={size === 'small' ? 'seg seg--sm' : 'seg'}>
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
