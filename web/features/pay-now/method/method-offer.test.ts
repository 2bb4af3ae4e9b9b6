import { describe, expect, it } from 'vitest'
import type { RepaymentSource } from '#contract/payment-methods.ts'
import { cents } from '#domain/money.ts'
import { isOffered, preselected, withoutBpay } from './method-offer.ts'
import type { PaymentInput, MethodOffer } from '../payer.ts'
import { sourceLine } from './source-text.ts'

const visa: RepaymentSource = {
  id: 'visa',
  type: 'PaymentCard',
  displayName: 'Visa ending 4242',
  holderName: 'Amelia Hart',
  expiryDate: '2027-04',
  cardType: 'visa',
  surchargePercentage: '1%',
  isDefault: false,
  preferred: false,
  isUsable: true,
}
const bank: RepaymentSource = {
  ...visa,
  id: 'bank',
  type: 'BankAccount',
  expiryDate: null,
  cardType: null,
  surchargePercentage: '0%',
}
const bpaySource: RepaymentSource = { ...bank, id: 'bpay-source', type: 'CustomerDeposit', isDefault: true }
const bpay = { billerCode: '284711', reference: '310420418827', amount: null }
const input: PaymentInput = { amount: cents(1_250_00), schoolId: 'school', reason: null, description: null }

function offer(given: Partial<MethodOffer>): MethodOffer {
  return {
    region: 'AU',
    schoolName: 'Wattle Grove College',
    cardSurcharges: [],
    sources: [],
    bpay: null,
    tokenizationUrl: 'https://cards.example/card-frame?session=1',
    onRenewCardForm: () => {},
    ...given,
  }
}

const standard = { ...visa, isDefault: true }
const less = cents(1_249_99)

describe('Before anybody chooses', () => {
  it.each<[what: string, given: Partial<MethodOffer>, choice: string | null]>([
    ['the default method is chosen', { sources: [bank, standard], bpay }, 'visa'],
    ['so is one that is over', { sources: [{ ...standard, isUsable: false }], bpay }, 'visa'],
    ['without a default BPAY is', { sources: [visa], bpay }, 'bpay'],
    ['without any method BPAY is', { bpay }, 'bpay'],
    ['with neither nothing is', { sources: [visa] }, null],
    ['with nothing at all nothing is', {}, null],
    ['BPAY as the default is BPAY', { sources: withoutBpay([bpaySource, bank]), bpay }, 'bpay'],
    ['for all that is due the default is', { sources: [standard], dueAmount: input.amount }, 'visa'],
    ['for more than is due a new card is', { sources: [standard], dueAmount: less, bpay }, 'new-card'],
  ])('%s', (_, given, choice) => {
    expect(preselected(offer(given), input)).toBe(choice)
  })
})

describe('What was chosen', () => {
  it.each<[choice: string, given: Partial<MethodOffer>, hasWallets: boolean, isThere: boolean]>([
    ['visa', { sources: [visa] }, true, true],
    ['visa', { sources: [bank] }, true, false],
    ['visa', { sources: [visa], dueAmount: less }, true, false],
    ['bpay', { bpay }, true, true],
    ['bpay', {}, true, false],
    ['wallet', {}, true, true],
    ['wallet', {}, false, false],
    ['new-card', {}, false, true],
  ])('%s, of %j and wallets %s, can still be: %s', (choice, given, hasWallets, isThere) => {
    expect(isOffered(choice, offer(given), input, hasWallets)).toBe(isThere)
  })
})

describe('A saved method says whose it is', () => {
  it.each<[what: string, source: RepaymentSource, percentage: string, line: string]>([
    ['and until when', visa, '0%', 'Amelia Hart · Expires 04/27'],
    ['and what it costs', visa, '1.35%', 'Amelia Hart · Expires 04/27 · 1.35% surcharge'],
    ['alone, as a bank account', bank, '0%', 'Amelia Hart'],
    [
      'and that it is over',
      { ...visa, expiryDate: '2024-04', isUsable: false },
      '0%',
      'Amelia Hart · Expired 04/24',
    ],
    [
      'and that its provider has taken it back',
      { ...visa, isUsable: false },
      '0%',
      'Amelia Hart · Expires 04/27 · Can no longer be used',
    ],
    ['only if it knows', { ...visa, holderName: null }, '0%', 'Expires 04/27'],
  ])('%s', (_, source, percentage, line) => {
    expect(sourceLine(source, percentage, '2026-11')).toBe(line)
  })
})
