import { keepPercent, keptText } from '../text-input/keep-typed.ts'
import { TextInput, type TextInputProps } from '../text-input/text-input.tsx'

type PercentInputProps = Omit<
  TextInputProps,
  'type' | 'inputMode' | 'prefix' | 'suffix' | 'icon' | 'value' | 'onChange'
> & {
  value: string
  onChange: (text: string) => void
  /** Ignores keys that do not fit a percentage. Without it, the text stays as typed, to be validated. */
  isStrict?: boolean
}

/** `readPercent` parses the text. */
export function PercentInput({ onChange, isStrict = false, ...rest }: PercentInputProps) {
  return (
    <TextInput
      autoComplete="off"
      {...rest}
      type="text"
      inputMode="decimal"
      suffix="%"
      onChange={(event) =>
        onChange(isStrict ? keptText(event, rest.value, keepPercent) : event.currentTarget.value)
      }
    />
  )
}
