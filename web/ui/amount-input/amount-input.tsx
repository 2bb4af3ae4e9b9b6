import { useState } from 'react'
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

const ignoredText = 'Digits and one decimal point only, up to two decimals.'

/** `readAmount` parses the text. */
export function AmountInput({ region, onChange, isStrict = false, hint, ...rest }: AmountInputProps) {
  const [isIgnored, setIgnored] = useState(false)
  return (
    <TextInput
      placeholder="0.00"
      autoComplete="off"
      {...rest}
      hint={isIgnored ? ignoredText : hint}
      type="text"
      inputMode="decimal"
      prefix={regionFacts[region].symbol}
      onChange={(event) => {
        const { value } = event.currentTarget
        const kept = isStrict ? keptText(event, rest.value, keepAmount) : value
        // A key that does nothing has to say so: "1e3" would silently become 13.
        setIgnored(kept !== value && kept === rest.value)
        onChange(kept)
      }}
    />
  )
}
