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
  /** Takes nothing but an amount. Without it what is typed stays, letter for letter, to be read and judged. */
  isStrict?: boolean
}

/** `readAmount` says what the text is worth. */
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
