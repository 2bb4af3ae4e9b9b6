import { withinSentence } from '#domain/payment-methods/payment-methods.ts'
import { describe, expect, it } from 'vitest'
import type { Repayment, RepaymentDetails, SavedMethod } from '#contract/payment-methods.ts'
import { costSentence, methodLine, moveSentences, removalSentence } from './method-texts.ts'
import { problemNote, type WaysOut } from './method-problem.ts'

const bank: SavedMethod = {
  id: 'bank',
  type: 'BankAccount',
  displayName: 'Bank account ending 6789',
  holderName: 'Amelia Hart',
  expiryDate: null,
  cardType: null,
  surchargePercentage: '0%',
  isDefault: false,
  preferred: false,
  isUsable: true,
  trouble: null,
  surcharge: { nextPayment: 0, remainingPayments: 0 },
  hasAuthorisation: false,
  isMandatePending: false,
  hasPaymentUnderWay: false,
  lastFailure: null,
}
const visa: SavedMethod = {
  ...bank,
  id: 'visa',
  type: 'PaymentCard',
  displayName: 'Visa ending 4242',
  expiryDate: '2028-08',
  cardType: 'visa',
  surchargePercentage: '1%',
  surcharge: { nextPayment: 4.36, remainingPayments: 43.6 },
}
const bpay: SavedMethod = {
  ...bank,
  id: 'bpay',
  type: 'CustomerDeposit',
  displayName: 'BPAY',
  holderName: null,
}

const fortnightly: Repayment = {
  source: { id: 'visa' },
  amount: 436.25,
  frequency: 'Fortnight',
  nextRepaymentDate: '2026-11-20',
  repaymentChangeId: 'plan',
  changeEffectiveDate: null,
  allowChange: true,
  hasMissedCutoff: false,
  isPending: false,
  remainingPayments: 10,
  firstToMove: { amount: 436.25, date: '2026-11-20' },
  withBank: null,
}
const termly: Repayment = {
  ...fortnightly,
  frequency: 'Term',
  nextRepaymentDate: '2027-01-15',
  firstToMove: { amount: 1200, date: '2027-01-15' },
}
const late: Partial<Repayment> = { firstToMove: { amount: 400, date: '2026-12-04' } }
const over: Partial<Repayment> = { firstToMove: null }

const details = (
  repayments: Repayment[],
  active: SavedMethod,
  ...others: SavedMethod[]
): RepaymentDetails => ({
  repayments,
  repaymentSources: [{ ...active, preferred: true }, ...others],
  cardSurcharges: [],
  directDebitAuthorisation: null,
})

describe('A saved payment method', () => {
  it.each([
    ['a card', visa, 'AU', 'Amelia Hart · Expires 08/28 · 1% surcharge'],
    ['a bank account', bank, 'AU', 'Amelia Hart · No surcharge'],
    ['BPAY', bpay, 'AU', 'No surcharge'],
    ['a UK bank account', bank, 'UK', 'Amelia Hart · Bacs Direct Debit · No surcharge'],
    [
      'a card without a name that is over',
      { ...visa, holderName: null, trouble: 'CardExpired' },
      'AU',
      'Expired 08/28 · 1% surcharge',
    ],
  ] as const)('%s says what it is', (_, method, region, line) => {
    expect(methodLine(method, region)).toBe(line)
  })

  it.each([
    ['nothing', bank, [fortnightly], undefined],
    [
      'every payment',
      visa,
      [fortnightly],
      'Adds $4.36 to your next payment, $43.60 over the 10 payments left.',
    ],
    [
      'the payments of all plans',
      visa,
      [fortnightly, termly],
      'Adds $4.36 to your next payment, $43.60 over the 20 payments left.',
    ],
    [
      'the last payment',
      { ...visa, surcharge: { nextPayment: 4.36, remainingPayments: 4.36 } },
      [{ ...fortnightly, remainingPayments: 1 }],
      'Adds $4.36 to your next payment.',
    ],
    [
      'later payments only',
      { ...visa, surcharge: { nextPayment: 0, remainingPayments: 39.24 } },
      [fortnightly],
      'Adds $39.24 over the 10 payments left.',
    ],
  ])('says what it adds to %s', (_, method, repayments, sentence) => {
    expect(costSentence(method, { repayments }, 'AU')).toBe(sentence)
  })
})

const firstMove =
  'Your fortnightly payments will be taken from bank account ending 6789, beginning with $436.25 on 20 November 2026.'

describe('Before another method becomes the active one, it is said', () => {
  it.each<[says: string, method: SavedMethod, facts: RepaymentDetails, sentences: string[]]>([
    ['which payments move', bank, details([fortnightly], visa, bank), [firstMove, 'No surcharge applies.']],
    [
      'which one stays because it is too late',
      bank,
      details([{ ...fortnightly, ...late }], visa, bank),
      [
        'Your fortnightly payments will be taken from bank account ending 6789, beginning with $400.00 on 4 December 2026.',
        'Your payment of $436.25 on 20 November 2026 stays with Visa ending 4242: it is too late to change it.',
        'No surcharge applies.',
      ],
    ],
    [
      'that one which is with the bank stays with the old method',
      bank,
      details([{ ...fortnightly, withBank: { amount: 436.25, date: '2026-11-06' } }], visa, bank),
      [
        firstMove,
        'Your payment of $436.25 on 6 November 2026 stays with Visa ending 4242: it is with your bank already.',
        'No surcharge applies.',
      ],
    ],
    [
      'what the surcharge will be',
      visa,
      details([fortnightly], bank, visa),
      [
        firstMove.replace(withinSentence(bank.displayName), visa.displayName),
        'A surcharge of 1% applies to each payment. It adds $4.36 to your next payment, $43.60 over the 10 payments left.',
      ],
    ],
    [
      'no sum that counts in a payment that stays',
      visa,
      details([{ ...fortnightly, ...late }], bank, visa),
      [
        'Your fortnightly payments will be taken from Visa ending 4242, beginning with $400.00 on 4 December 2026.',
        'Your payment of $436.25 on 20 November 2026 stays with bank account ending 6789: it is too late to change it.',
        'A surcharge of 1% applies to each payment.',
      ],
    ],
    [
      'for every plan',
      bank,
      details([fortnightly, termly], visa, bank),
      [
        firstMove,
        'Your termly payments will be taken from bank account ending 6789, beginning with $1,200.00 on 15 January 2027.',
        'No surcharge applies.',
      ],
    ],
    [
      'that BPAY takes nothing by itself',
      bpay,
      details([fortnightly], visa, bpay),
      [
        'You will pay your fortnightly instalments yourself by BPAY, beginning with $436.25 on 20 November 2026.',
        'No surcharge applies.',
      ],
    ],
    [
      'that no payment is left to move',
      bank,
      details([{ ...fortnightly, ...over }], visa, bank),
      [
        'Your payments will be taken from bank account ending 6789.',
        'Your payment of $436.25 on 20 November 2026 stays with Visa ending 4242: it is too late to change it.',
        'No surcharge applies.',
      ],
    ],
    [
      'that a change which waits is given up',
      bank,
      details(
        [{ ...fortnightly, isPending: true, source: { id: 'bpay' }, changeEffectiveDate: '2026-11-21' }],
        visa,
        bpay,
        bank,
      ),
      [firstMove, 'The change to BPAY will not take place.', 'No surcharge applies.'],
    ],
    [
      'little before there is a plan',
      bank,
      details([], visa, bank),
      ['Your payments will be taken from bank account ending 6789.', 'No surcharge applies.'],
    ],
  ])('%s', (_, method, facts, sentences) => {
    expect(moveSentences(method, facts, 'AU')).toEqual(sentences)
  })
})

describe('Before a method is removed', () => {
  it.each([
    [
      visa,
      details([fortnightly], bank, visa),
      'Your Visa ending 4242 will be removed from this account. Your plan will keep using bank account ending 6789.',
    ],
    [
      bpay,
      details([], visa, bpay),
      'BPAY will be removed from this account. Your account will keep using Visa ending 4242.',
    ],
  ])('$displayName says what stays', (method, facts, sentence) => {
    expect(removalSentence(method, facts)).toBe(sentence)
  })
})

describe('A method in trouble says what to do next', () => {
  const ways: WaysOut = {
    isNeeded: true,
    canAdd: true,
    canRemove: false,
    hasOther: true,
    phone: '1300 139 445',
  }
  const spare: WaysOut = { ...ways, isNeeded: false, canRemove: true }
  it.each<[SavedMethod['trouble'], WaysOut, label: string | undefined, text: string | undefined]>([
    [null, ways, undefined, undefined],
    [
      'CardExpiring',
      ways,
      'Expires soon',
      'It can be used until 31 August 2028. Please set another payment method as active, or add a new one.',
    ],
    ['CardExpiring', spare, 'Expires soon', 'It can be used until 31 August 2028.'],
    [
      'CardExpired',
      { ...ways, hasOther: false },
      'Expired',
      'This card can no longer pay. Please add another payment method and set it as active.',
    ],
    ['CardExpired', spare, 'Expired', 'This card can no longer pay. You can remove it.'],
    [
      'CardExpired',
      { ...ways, canAdd: false },
      'Expired',
      'This card can no longer pay. Please set another payment method as active.',
    ],
    [
      'MandateEnded',
      ways,
      'Direct debit ended',
      'Your bank has ended this direct debit. Please add the account again to authorise a new one, or set another payment method as active.',
    ],
    [
      'MandateEnded',
      spare,
      'Direct debit ended',
      'Your bank has ended this direct debit. Please add the account again to authorise a new one.',
    ],
    [
      'MandateEnded',
      { ...ways, canAdd: false, hasOther: false },
      'Direct debit ended',
      'Your bank has ended this direct debit. Please contact us on 1300 139 445.',
    ],
    ['Refused', spare, 'Cannot be used', 'This payment method can no longer be used. You can remove it.'],
  ])('%s', (trouble, given, label, text) => {
    const note = problemNote({ ...visa, trouble }, given)
    expect([note?.label, note?.text]).toEqual([label, text])
  })

  it.each<[WaysOut['isNeeded'], string | null, string]>([
    [false, null, 'Its last payment failed on 3 December 2026.'],
    [
      true,
      'Your card has insufficient funds.',
      'Its last payment failed on 3 December 2026. Your card has insufficient funds. Please contact us on 1300 555 019.',
    ],
  ])('is marked when its last payment failed (needed: %s)', (isNeeded, reason, text) => {
    const ways = { isNeeded, canAdd: false, canRemove: false, hasOther: false, phone: '1300 555 019' }
    const note = problemNote({ ...visa, lastFailure: { date: '2026-12-03', reason } }, ways)
    expect(note).toEqual({ label: 'Payment failed', tone: 'error', text })
  })
})
