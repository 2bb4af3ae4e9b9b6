import { useState, type Ref } from 'react'
import { looksRight, type NumberShape } from '#domain/identity.ts'
import { CautionIcon } from '../../ui/icon/caution.tsx'
import { TextInput } from '../../ui/text-input/text-input.tsx'
import { useAfterPress } from './use-after-press.ts'

const longestNumber = 20

type NumberInputProps = {
  label: string
  /** The usual format of the number; unknown until the issuer is chosen. */
  shape: NumberShape | undefined
  /** "NSW licence numbers" */
  plural: string
  value: string
  onChange: (value: string) => void
  readOnly: boolean
  ref?: Ref<HTMLInputElement>
}

/**
 * The number of a document. An unusual number gets a warning and is never refused, because issuers change their
 * formats.
 */
export function NumberInput({ label, shape, plural, value, onChange, readOnly, ref }: NumberInputProps) {
  const [wasLeft, setLeft] = useState(false)
  const afterPress = useAfterPress()
  const isOdd = wasLeft && shape !== undefined && !looksRight(value, shape)
  return (
    <TextInput
      ref={ref}
      label={label}
      hint={
        shape && (
          <>
            {!isOdd && shape.words}
            <span className="identity__caution" role="status">
              {isOdd && (
                <>
                  <CautionIcon />
                  <span>
                    {plural} usually have {lowerFirst(shape.words)}. Please check it.
                  </span>
                </>
              )}
            </span>
          </>
        )
      }
      required
      readOnly={readOnly}
      value={value}
      maxLength={longestNumber}
      inputMode={shape && isDigitsOnly(shape) ? 'numeric' : undefined}
      autoCapitalize="characters"
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      onBlur={() => afterPress(() => setLeft(true))}
    />
  )
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

const isDigitsOnly = ({ words }: NumberShape) => !words.includes('letter')
