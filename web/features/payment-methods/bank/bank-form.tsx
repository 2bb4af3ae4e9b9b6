import { useImperativeHandle, useRef, useState, type ChangeEvent, type FocusEvent } from 'react'
import { bankOfBsb } from '#domain/payment-methods/banks.ts'
import { holderNameMaxLength } from '#domain/payment-methods/payment-methods.ts'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import { Authorisation } from './authorisation.tsx'
import {
  bankAccountSent,
  bankFields,
  bankProblems,
  caretIn,
  emptyBankAccount,
  formatAccountNumber,
  formatBsb,
  type BankField,
} from './bank-numbers.ts'
import type { MethodFormProps } from '../add/method-form.ts'
import { useAuthorisation } from './use-authorisation.ts'

const holderHint = `As shown on your bank statement, up to ${holderNameMaxLength} characters`
const cutHint = `A name has up to ${holderNameMaxLength} characters. What came after them was left out.`

/** A bank account in Australia, with the consent to debit it. */
export function BankForm({
  account,
  details,
  isBusy,
  onReadyChange,
  onFilled,
  onStopped,
  ref,
}: MethodFormProps) {
  const [typed, setTyped] = useState(emptyBankAccount)
  const [left, setLeft] = useState<ReadonlySet<BankField>>(new Set())
  const [isCut, setCut] = useState(false)
  const authorisation = useAuthorisation(account.accountId, details.directDebitAuthorisation, onReadyChange)
  const inputs = useRef<Partial<Record<BankField, HTMLInputElement | null>>>({})
  const troubles = bankProblems(typed)

  useImperativeHandle(ref, () => ({
    submit() {
      setLeft(new Set(bankFields))
      const first = bankFields.find((field) => troubles[field])
      if (first) {
        inputs.current[first]?.focus()
        return onStopped()
      }
      void onFilled({ bankAccount: bankAccountSent(typed), ...authorisation.sent }).then(authorisation.hear)
    },
  }))

  const field = (name: BankField) => ({
    required: true,
    readOnly: isBusy,
    value: typed[name],
    error: left.has(name) ? troubles[name] : undefined,
    ref: (input: HTMLInputElement | null) => void (inputs.current[name] = input),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLInputElement>) => {
      // A sentence that appears below the field would move a button away from under the finger.
      if (relatedTarget instanceof HTMLButtonElement) return
      if (currentTarget.value !== '') setLeft(new Set(left).add(name))
    },
  })
  const setText = (name: BankField, text: string) => setTyped((before) => ({ ...before, [name]: text }))
  const setDigits = (name: BankField, format: (text: string) => string) => {
    return ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
      const { value, selectionStart } = currentTarget
      const text = format(value)
      if (text !== value) {
        // Put there at once, because drawn later it would send the cursor to the end.
        const caret = caretIn(text, value.slice(0, selectionStart ?? value.length))
        currentTarget.value = text
        currentTarget.setSelectionRange(caret, caret)
      }
      setText(name, text)
    }
  }

  return (
    <div className="add-bank">
      <TextInput
        {...field('holder')}
        label="Account holder name"
        hint={isCut ? cutHint : holderHint}
        maxLength={holderNameMaxLength}
        autoComplete="name"
        onPaste={({ currentTarget, clipboardData }) => {
          const { value, selectionStart, selectionEnd } = currentTarget
          const kept = value.length - ((selectionEnd ?? 0) - (selectionStart ?? 0))
          setCut(kept + clipboardData.getData('text').length > holderNameMaxLength)
        }}
        onChange={({ currentTarget, nativeEvent }) => {
          if ((nativeEvent as InputEvent).inputType !== 'insertFromPaste') setCut(false)
          setText('holder', currentTarget.value)
        }}
      />
      <TextInput
        {...field('bsb')}
        label="BSB"
        hint={bankOfBsb(typed.bsb)}
        inputMode="numeric"
        autoComplete="off"
        onChange={setDigits('bsb', formatBsb)}
      />
      <TextInput
        {...field('accountNumber')}
        label="Account number"
        inputMode="numeric"
        autoComplete="off"
        onChange={setDigits('accountNumber', formatAccountNumber)}
      />
      {details.directDebitAuthorisation && (
        <Authorisation
          accountId={account.accountId}
          text={details.directDebitAuthorisation.text}
          isGiven={authorisation.isGiven}
          onChange={isBusy ? () => {} : authorisation.give}
        />
      )}
    </div>
  )
}
