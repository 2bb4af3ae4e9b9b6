/**
 * The card form. It runs in a frame on another origin, so the portal only knows what the frame reports: whether there
 * are errors, and how many.
 */

/** The accepted brands, by the card processor's names. */
export const acceptedCardBrands = ['visa', 'mastercard', 'amex'] as const
export type AcceptedCardBrand = (typeof acceptedCardBrands)[number]

export function isAcceptedCardBrand(brand: string): brand is AcceptedCardBrand {
  return acceptedCardBrands.some((accepted) => accepted === brand)
}

const brandNames: Record<AcceptedCardBrand, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
}

/** "Visa ending 4242" */
export function cardName({ brand, last4 }: { brand: AcceptedCardBrand; last4: string }): string {
  return `${brandNames[brand]} ending ${last4}`
}

/** How long a card form may stay open, and how long its result may wait to be used. */
export const cardFormLifeMs = 30 * 60_000

const validHeight = 300
/** The space for an invalid field: its border, a gap and a line. */
const invalidExtras = 2 + 16 + 40
const errorHeight = 20
/** The frame never fills the page, whatever it reports. */
const greatestHeight = 600

/** In pixels. `errors` is the number of messages the form shows. */
export function cardFrameHeight(errors: number | 'valid'): number {
  if (errors === 'valid') return validHeight
  const wanted = validHeight + invalidExtras + errorHeight * Math.max(0, Math.trunc(errors))
  return Math.min(wanted, greatestHeight)
}

/** Joins the messages for the protocol. Commas separate them, so none may contain one. */
export function joinErrors(errors: readonly string[]): string {
  return errors.map((error) => error.replaceAll(',', ';')).join(',')
}

export function splitErrors(line: string): string[] {
  return line.split(',').filter((error) => error.trim() !== '')
}
