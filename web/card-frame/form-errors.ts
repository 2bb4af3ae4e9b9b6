import { isAcceptedCardBrand } from '#domain/card-entry.ts'
import { holderNameMaxLength } from '#domain/payment-methods/payment-methods.ts'

/** The state of one of Stripe's fields; never what is typed in it. */
export type StripeField = {
  isEmpty: boolean
  isComplete: boolean
  /** Stripe's own error, raised when the field is left or can no longer become valid. */
  complaint?: { code: string; message: string }
}

export type CardForm = {
  number: StripeField & { brand: string }
  expiry: StripeField
  cvc: StripeField
  name: { value: string; wasLeft: boolean }
  /** The customer has pressed Pay: from now on missing values are errors too. */
  isSubmitted: boolean
  /** The outcome of the last attempt, until something changes. */
  refusal?: string
}

export const errorFields = ['number', 'expiry', 'cvc', 'name', 'form'] as const
export type ErrorField = (typeof errorFields)[number]
export type FormErrors = Partial<Record<ErrorField, string>>

export const emptyForm: CardForm = {
  number: { isEmpty: true, isComplete: false, brand: 'unknown' },
  expiry: { isEmpty: true, isComplete: false },
  cvc: { isEmpty: true, isComplete: false },
  name: { value: '', wasLeft: false },
  isSubmitted: false,
}

const titles = { number: 'Card number', expiry: 'Expiry date', cvc: 'Security code', name: 'Name on card' }

/** Our labels are short enough for half a phone's width. */
const complaints: Record<string, string> = {
  incomplete_number: 'Card number is incomplete',
  invalid_number: 'Card number is invalid',
  incomplete_expiry: 'Expiry date is incomplete',
  invalid_expiry_month: 'Expiry month is invalid',
  invalid_expiry_year: 'Expiry year is invalid',
  invalid_expiry_month_past: 'Expiry date is in the past',
  invalid_expiry_year_past: 'Expiry date is in the past',
  incomplete_cvc: 'Security code is incomplete',
  invalid_cvc: 'Security code is invalid',
}

/** Every error the form shows, by field. */
export function errorsOf(form: CardForm): FormErrors {
  const errors: FormErrors = {
    number: wrongBrand(form.number) ?? wrongField('number', form),
    expiry: wrongField('expiry', form),
    cvc: wrongField('cvc', form),
    name: wrongName(form),
    form: form.refusal,
  }
  return Object.fromEntries(Object.entries(errors).filter(([, error]) => error !== undefined))
}

/** The brand is known after a few digits, before the number is complete. */
function wrongBrand({ brand, isComplete }: CardForm['number']): string | undefined {
  const isKnown = brand !== 'unknown' || isComplete
  return isKnown && !isAcceptedCardBrand(brand) ? 'Card type is not accepted' : undefined
}

function wrongField(field: 'number' | 'expiry' | 'cvc', form: CardForm): string | undefined {
  const { isEmpty, isComplete, complaint } = form[field]
  if (complaint) return complaints[complaint.code] ?? complaint.message
  if (isComplete || !form.isSubmitted) return undefined
  return `${titles[field]} is ${isEmpty ? 'required' : 'incomplete'}`
}

function wrongName({ name, isSubmitted }: CardForm): string | undefined {
  const { length } = name.value.trim()
  if (length > holderNameMaxLength) return `${titles.name} is longer than ${holderNameMaxLength} characters`
  return length === 0 && (isSubmitted || name.wasLeft) ? `${titles.name} is required` : undefined
}
