import fontFile from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'
import type {
  Stripe,
  StripeCardCvcElement,
  StripeCardExpiryElement,
  StripeCardNumberElement,
  StripeElementStyle,
} from '@stripe/stripe-js'
import { tokenValue } from '../ui/token-values.ts'
import type { CardForm, StripeField } from './form-errors.ts'
import { nodes } from './view.ts'

export type StripeFields = {
  number: StripeCardNumberElement
  /** Resolves when all three can be typed into. The first may be, and be heard of, before that. */
  ready: Promise<unknown>
  focus(field: 'number' | 'expiry' | 'cvc'): void
  setDisabled(isDisabled: boolean): void
}

type Change = {
  empty: boolean
  complete: boolean
  brand?: string
  error?: { code: string; message: string }
}
type Changed = Partial<Pick<CardForm, 'number' | 'expiry' | 'cvc'>>

/** Adds Stripe's three fields, each its own frame, to the form. */
export function mountFields(
  stripe: Stripe,
  heard: { onChange: (changed: Changed) => void; onFocus: () => void; onNumberLeft: () => void },
): StripeFields {
  const { onChange, onFocus, onNumberLeft } = heard
  const family = 'Figtree Variable'
  const elements = stripe.elements({
    fonts: [{ family, src: `url(${new URL(fontFile, location.href).href})`, weight: '300 900' }],
    locale: 'en',
  })
  const look = { style: fieldStyle(family) }
  const fields = {
    number: elements.create('cardNumber', { ...look, disableLink: true }),
    expiry: elements.create('cardExpiry', look),
    cvc: elements.create('cardCvc', look),
  }
  const all = [fields.number, fields.expiry, fields.cvc] as Field[]
  fields.number.on('change', (change) => onChange({ number: { ...fieldOf(change), brand: change.brand } }))
  fields.expiry.on('change', (change) => onChange({ expiry: fieldOf(change) }))
  fields.cvc.on('change', (change) => onChange({ cvc: fieldOf(change) }))
  for (const field of all) field.on('focus', onFocus)
  fields.number.on('blur', onNumberLeft)
  const ready = all.map((field) => new Promise<void>((resolve) => field.on('ready', () => resolve())))
  fields.number.mount(nodes.number)
  fields.expiry.mount(nodes.expiry)
  fields.cvc.mount(nodes.cvc)
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    for (const field of all) field.update({ style: fieldStyle(family) })
  })
  return {
    number: fields.number,
    ready: Promise.all(ready),
    focus: (field) => fields[field].focus(),
    setDisabled: (disabled) => all.forEach((field) => field.update({ disabled })),
  }
}

/** The common part of the three field types. Stripe's overloads cannot be called with a union. */
type Field = {
  on(event: 'ready' | 'focus', handler: () => void): unknown
  update(options: { style?: StripeElementStyle; disabled?: boolean }): void
} & (StripeCardNumberElement | StripeCardExpiryElement | StripeCardCvcElement)

function fieldOf({ empty, complete, error }: Change): StripeField {
  return { isEmpty: empty, isComplete: complete, ...(error && { complaint: error }) }
}

/** The card fields in our current colours. */
function fieldStyle(family: string): StripeElementStyle {
  const fallbackFonts = getComputedStyle(document.documentElement).getPropertyValue('--font-sans').trim()
  const { fontSize, lineHeight } = getComputedStyle(nodes.name)
  return {
    base: {
      color: tokenValue('--color-text', 'color'),
      fontFamily: `'${family}', ${fallbackFonts}`,
      fontSize,
      lineHeight,
      fontSmoothing: 'antialiased',
      '::placeholder': { color: tokenValue('--color-text-subtle', 'color') },
      ':disabled': { color: tokenValue('--color-text-muted', 'color') },
    },
    // The border and the message show the error; the digits stay readable.
    invalid: { color: tokenValue('--color-text', 'color') },
  }
}
