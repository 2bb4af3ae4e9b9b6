import type Stripe from 'stripe'
import { emptyable, object, text } from './parameters.ts'

export const address = object({
  city: emptyable(text),
  country: emptyable(text),
  line1: emptyable(text),
  line2: emptyable(text),
  postal_code: emptyable(text),
  state: emptyable(text),
})

export function addressOf(parameters: ReturnType<typeof address>): Stripe.Address {
  const {
    city = null,
    country = null,
    line1 = null,
    line2 = null,
    postal_code = null,
    state = null,
  } = parameters
  return { city, country, line1, line2, postal_code, state }
}
