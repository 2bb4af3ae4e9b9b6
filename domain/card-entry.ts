/**
 * The form in which a card is typed. It stands in a frame of another origin, so all that is known of it
 * outside is what it says: whether something is wrong, and then how much.
 */

/** As the card processor names them. Others cannot be paid with here. */
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

/** How long a card form may stay open, and how long what came of it may wait for its use. */
export const cardFormLifeMs = 30 * 60_000

const validHeight = 300
/** Room for the marks of a wrong field: its border, a gap and a line. */
const invalidExtras = 2 + 16 + 40
const errorHeight = 20
/** Whatever a frame claims, it never takes over the page. */
const greatestHeight = 600

/** In pixels. `errors` is how many sentences the form shows. */
export function cardFrameHeight(errors: number | 'valid'): number {
  if (errors === 'valid') return validHeight
  const wanted = validHeight + invalidExtras + errorHeight * Math.max(0, Math.trunc(errors))
  return Math.min(wanted, greatestHeight)
}

/** The sentences as one line of the protocol: a comma separates them, so none may hold one. */
export function joinErrors(errors: readonly string[]): string {
  return errors.map((error) => error.replaceAll(',', ';')).join(',')
}

export function splitErrors(line: string): string[] {
  return line.split(',').filter((error) => error.trim() !== '')
}
