import { TextInput, type TextInputProps } from '../text-input/text-input.tsx'

type PercentInputProps = Omit<
  TextInputProps,
  'type' | 'inputMode' | 'prefix' | 'suffix' | 'icon' | 'value' | 'onChange'
> & {
  value: string
  onChange: (text: string) => void
}

/** Keeps what is typed, letter for letter; `readPercent` says what it is worth. */
export function PercentInput({ onChange, ...rest }: PercentInputProps) {
  return (
    <TextInput
      autoComplete="off"
      {...rest}
      type="text"
      inputMode="decimal"
      suffix="%"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
