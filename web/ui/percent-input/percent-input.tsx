import { keepPercent, keptText } from '../text-input/keep-typed.ts'
import { TextInput, type TextInputProps } from '../text-input/text-input.tsx'

type PercentInputProps = Omit<
  TextInputProps,
  'type' | 'inputMode' | 'prefix' | 'suffix' | 'icon' | 'value' | 'onChange'
> & {
  value: string
  onChange: (text: string) => void
  /** Takes nothing but a percentage. Without it what is typed stays, letter for letter, to be read and judged. */
  isStrict?: boolean
}

/** `readPercent` says what the text is worth. */
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
