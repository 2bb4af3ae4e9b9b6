import { regionFacts, type Region } from '#domain/region.ts'
import { TextInput, type TextInputProps } from '../text-input/text-input.tsx'

type AmountInputProps = Omit<
  TextInputProps,
  'type' | 'inputMode' | 'prefix' | 'suffix' | 'icon' | 'value' | 'onChange'
> & {
  region: Region
  value: string
  onChange: (text: string) => void
}

/** Keeps what is typed, letter for letter; `readAmount` says what it is worth. */
export function AmountInput({ region, onChange, ...rest }: AmountInputProps) {
  return (
    <TextInput
      placeholder="0.00"
      autoComplete="off"
      {...rest}
      type="text"
      inputMode="decimal"
      prefix={regionFacts[region].symbol}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
