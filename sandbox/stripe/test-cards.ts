export type CardOutcome =
  | { kind: 'ok' }
  /** Refused whenever the bank is involved: at set-up, when attached, and at each charge. */
  | { kind: 'decline'; code: string }
  | { kind: 'decline-charge'; code: string }
  /**
   * The bank asks the customer to authenticate (3-D Secure) at set-up and at each payment with the customer present.
   * `once`: not again without the customer, after a set-up. `always`: a payment without the customer is refused.
   * `present`: a payment without the customer needs nothing. `afterwards` is why the charge is refused all the same.
   */
  | { kind: 'authenticate-once'; afterwards?: string }
  | { kind: 'authenticate-always'; afterwards?: string }
  | { kind: 'authenticate-present' }
  /** The bank requires an authentication, and the request for it fails. */
  | { kind: 'authentication-fails'; code: string }
  | { kind: 'dispute'; reason: string }
  | { kind: 'refund-later' }
  | { kind: 'refund-fails' }

export type TestCard = {
  number: string
  brand: string
  funding: string
  country: string
  outcome: CardOutcome
  /** Stripe's names `pm_card_…` and `tok_…` for it. */
  names: string[]
}

const card = (
  number: string,
  brand: string,
  funding: string,
  country: string,
  outcome: CardOutcome['kind'] | CardOutcome,
  ...names: string[]
): TestCard => {
  const whole = typeof outcome === 'string' ? ({ kind: outcome } as CardOutcome) : outcome
  return { number, brand, funding, country, outcome: whole, names }
}
/** A credit card of Visa, as most of those are that do something else than to work. */
const visa = (
  number: string,
  country: string,
  outcome: CardOutcome['kind'] | CardOutcome,
  ...names: string[]
): TestCard => card(number, 'visa', 'credit', country, outcome, ...names)
const declined = (code: string): CardOutcome => ({ kind: 'decline', code })

export const testCards: readonly TestCard[] = [
  visa('4242424242424242', 'US', 'ok', 'visa', 'us'),
  card('4000056655665556', 'visa', 'debit', 'US', 'ok', 'visa_debit'),
  card('5555555555554444', 'mastercard', 'credit', 'US', 'ok', 'mastercard'),
  card('5200828282828210', 'mastercard', 'debit', 'US', 'ok', 'mastercard_debit'),
  card('5105105105105100', 'mastercard', 'prepaid', 'US', 'ok', 'mastercard_prepaid'),
  card('378282246310005', 'amex', 'credit', 'US', 'ok', 'amex'),
  card('371449635398431', 'amex', 'credit', 'US', 'ok'),
  card('6011111111111117', 'discover', 'credit', 'US', 'ok', 'discover'),
  card('3056930009020004', 'diners', 'credit', 'US', 'ok', 'diners'),
  card('3566002020360505', 'jcb', 'credit', 'JP', 'ok', 'jcb'),
  card('6200000000000005', 'unionpay', 'credit', 'CN', 'ok', 'unionpay'),
  visa('4000000360000006', 'AU', 'ok', 'au'),
  visa('4000008260000000', 'GB', 'ok', 'gb'),
  card('4000058260000005', 'visa', 'debit', 'GB', 'ok', 'gb_debit'),
  card('5555558265554449', 'mastercard', 'credit', 'GB', 'ok', 'gb_mastercard'),
  visa('4000000000000002', 'US', declined('generic_decline'), 'visa_chargeDeclined', 'chargeDeclined'),
  visa(
    '4000000000009995',
    'US',
    declined('insufficient_funds'),
    'visa_chargeDeclinedInsufficientFunds',
    'chargeDeclinedInsufficientFunds',
  ),
  visa(
    '4000000000009987',
    'US',
    declined('lost_card'),
    'visa_chargeDeclinedLostCard',
    'chargeDeclinedLostCard',
  ),
  visa(
    '4000000000009979',
    'US',
    declined('stolen_card'),
    'visa_chargeDeclinedStolenCard',
    'chargeDeclinedStolenCard',
  ),
  visa('4000000000000069', 'US', declined('expired_card'), 'chargeDeclinedExpiredCard'),
  visa('4000000000000127', 'US', declined('incorrect_cvc'), 'chargeDeclinedIncorrectCvc'),
  visa('4000000000000119', 'US', declined('processing_error'), 'chargeDeclinedProcessingError'),
  visa('4100000000000019', 'US', declined('fraudulent'), 'radarBlock', 'chargeDeclinedFraudulent'),
  visa('4000000000000341', 'US', { kind: 'decline-charge', code: 'generic_decline' }, 'chargeCustomerFail'),
  visa('4000002500003155', 'FR', 'authenticate-once', 'authenticationRequiredOnSetup'),
  visa('4000002760003184', 'DE', 'authenticate-always', 'authenticationRequired', 'threeDSecure2Required'),
  visa(
    '4000008260003178',
    'GB',
    { kind: 'authenticate-once', afterwards: 'insufficient_funds' },
    'authenticationRequiredChargeDeclinedInsufficientFunds',
  ),
  visa('4000003800000446', 'GB', 'authenticate-present', 'authenticationRequiredSetupForOffSession'),
  visa('4000000000003220', 'IE', 'authenticate-always', 'threeDSecureRequired'),
  visa(
    '4000008400001629',
    'US',
    { kind: 'authenticate-always', afterwards: 'generic_decline' },
    'threeDSecureRequiredChargeDeclined',
  ),
  visa('4000008400001280', 'US', { kind: 'authentication-fails', code: 'generic_decline' }),
  // Their banks support 3-D Secure and do not require it, so nobody is asked.
  visa('4000000000003055', 'US', 'ok', 'threeDSecureOptional'),
  visa('4000000000003097', 'US', 'ok'),
  visa('4000000000000259', 'US', { kind: 'dispute', reason: 'fraudulent' }, 'createDispute'),
  visa(
    '4000000000002685',
    'US',
    { kind: 'dispute', reason: 'product_not_received' },
    'createDisputeProductNotReceived',
  ),
  visa('4000000000007726', 'US', 'refund-later', 'pendingRefund'),
  visa('4000000000005126', 'US', 'refund-fails', 'refundFail'),
]

/** The bank asks a customer who is present. */
export function needsAuthentication(card: CardOutcome | undefined): boolean {
  return (
    card?.kind === 'authenticate-once' ||
    card?.kind === 'authenticate-always' ||
    card?.kind === 'authenticate-present'
  )
}

const byNumber = new Map(testCards.map((card) => [card.number, card]))
const byName = new Map(testCards.flatMap((card) => card.names.map((name) => [name, card])))

/** `visa` for `pm_card_visa` and for `tok_visa`. */
export function findTestCard(id: string): TestCard | undefined {
  const name = /^(?:pm_card|tok)_(\w+)$/.exec(id)?.[1]
  return name === undefined ? undefined : byName.get(name)
}

/** Any other valid card number works. */
export function describeCard(number: string): TestCard {
  return byNumber.get(number) ?? card(number, brandOf(number), 'credit', 'US', 'ok')
}

function brandOf(number: string): string {
  if (number.startsWith('4')) return 'visa'
  const four = Number(number.slice(0, 4))
  if (/^5[1-5]/.test(number) || (four >= 2221 && four <= 2720)) return 'mastercard'
  if (/^3[47]/.test(number)) return 'amex'
  if (/^(6011|65|64[4-9])/.test(number)) return 'discover'
  if (/^(30[0-5]|36|38|39)/.test(number)) return 'diners'
  if (number.startsWith('35')) return 'jcb'
  if (number.startsWith('62')) return 'unionpay'
  return 'unknown'
}

export function isCardNumber(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false
  let sum = 0
  for (let index = 0; index < number.length; index += 1) {
    const value = Number(number[number.length - 1 - index]) * (index % 2 === 0 ? 1 : 2)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}
