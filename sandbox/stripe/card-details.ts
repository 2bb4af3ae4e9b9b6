import { cardMistake } from './declines.ts'
import { Refused } from './failures.ts'
import { describeCard, isCardNumber } from './test-cards.ts'
import type { Call } from './turn.ts'

export type CardInput = { number: string; exp_month: number; exp_year: number }

const rawNumberMessage =
  'Sending credit card numbers directly to the Stripe API is generally unsafe. We suggest you use test tokens that map to the test card you are using, see https://docs.stripe.com/testing. To enable testing raw card data APIs, see https://support.stripe.com/questions/enabling-access-to-raw-card-data-apis.'

/** The card in a form filled in with Stripe.js; a server may not send card numbers. */
export function readCard(
  given: { number?: string; exp_month?: string; exp_year?: string; cvc?: string },
  now: number,
  { isBrowser }: Call,
): CardInput {
  if (!isBrowser) throw new Refused(402, { type: 'invalid_request_error', message: rawNumberMessage }, false)
  const number = (given.number ?? '').replaceAll(/[\s-]/g, '')
  if (!isCardNumber(number)) throw mistake('incorrect_number')
  const exp_month = Number(given.exp_month)
  if (!Number.isInteger(exp_month) || exp_month < 1 || exp_month > 12) throw mistake('invalid_expiry_month')
  const written = Number(given.exp_year)
  const exp_year = written < 100 ? 2000 + written : written
  const today = new Date(now * 1000)
  const months = (exp_year - today.getUTCFullYear()) * 12 + exp_month - 1 - today.getUTCMonth()
  if (!Number.isInteger(exp_year) || exp_year > today.getUTCFullYear() + 50)
    throw mistake('invalid_expiry_year')
  if (months < 0) {
    throw mistake(exp_year < today.getUTCFullYear() ? 'invalid_expiry_year' : 'invalid_expiry_month')
  }
  const digits = describeCard(number).brand === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/
  if (given.cvc !== undefined && !digits.test(given.cvc)) throw mistake('invalid_cvc')
  return { number, exp_month, exp_year }
}

const mistake = (code: string) => new Refused(402, cardMistake(code), false)
