import { regionFacts, type Region } from '#domain/region.ts'
import { keepAmount, keptText } from '../text-input/keep-typed.ts'
import { TextInput, type TextInputProps } from '../text-input/text-input.tsx'

type AmountInputProps = Omit<
  TextInputProps,
  'type' | 'inputMode' | 'prefix' | 'suffix' | 'icon' | 'value' | 'onChange'
> & {
  region: Region
  value: string
  onChange: (text: string) => void
  /** Ignores keys that do not fit an amount. Without it, the text stays as typed, to be validated. */
  isStrict?: boolean
}

/** `readAmount` parses the text. */
export function AmountInput({ region, onChange, isStrict = false, ...rest }: AmountInputProps) {
  return (
    <TextInput
      placeholder="0.00"
      autoComplete="off"
      {...rest}
      type="text"
      inputMode="decimal"
      prefix={regionFacts[region].symbol}
      onChange={(event) =>
        onChange(isStrict ? keptText(event, rest.value, keepAmount) : event.currentTarget.value)
      }
    />
  )
}
