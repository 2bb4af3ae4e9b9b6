import { describe, expect, it } from 'vitest'
import { bankNumberRules, methodsOffered, payingSource, withinSentence } from './payment-methods.ts'
import { cardGroupOf, cardGroups, exampleCard } from './surcharges.ts'

describe('A bank account', () => {
  it.each([
    ['AU', '062000', '12345', true],
    ['AU', '062-000', '123456789', true],
    ['AU', '06-2000', '12345', false],
    ['AU', '06200', '12345', false],
    ['AU', '0620000', '12345', false],
    ['AU', '062000', '1234', false],
    ['AU', '062000', '1234567890', false],
    ['AU', '062 000', '12345', false],
    ['UK', '108800', '00012345', true],
    ['UK', '10-88-00', '00012345', true],
    ['UK', '108-800', '00012345', false],
    ['UK', '10880', '00012345', false],
    ['UK', '108800', '0001234', false],
    ['UK', '108800', '000123456', false],
  ] as const)('in %s of branch %s and number %s has its shape: %s', (region, bsb, accountNumber, isRight) => {
    const rules = bankNumberRules[region]
    expect(rules.bsb.test(bsb) && rules.accountNumber.test(accountNumber)).toBe(isRight)
  })
})

describe('What an account may add', () => {
  const all = ['AuBankAccount', 'UkBankAccount', 'AuCustomerDeposit', 'PaymentCard'] as const
  const portal = ['BankAccount', 'CustomerDeposit', 'PaymentCard'] as const
  it.each([
    ['AU', true, ['Card', 'AuBankAccount', 'Bpay']],
    ['AU', false, ['Card', 'AuBankAccount']],
    ['UK', true, ['Card', 'UkBankAccount']],
  ] as const)(
    'in %s, with a number to pay to (%s), where both lists have everything',
    (region, hasBpay, kinds) => {
      expect(methodsOffered({ region, regionalMethods: all, portalMethods: portal, hasBpay })).toEqual(kinds)
    },
  )

  it('is nothing that only one list has', () => {
    const lists = { regionalMethods: ['AuBankAccount'], portalMethods: ['PaymentCard'] } as const
    expect(methodsOffered({ region: 'AU', hasBpay: true, ...lists })).toEqual([])
  })
})

describe('The example of a group of cards', () => {
  it.each(cardGroups)('%s is one of them', (group) => {
    expect(cardGroupOf(exampleCard[group])).toBe(group)
  })
})

describe('A plan is collected from', () => {
  const visa = { name: 'Visa', isPreferred: false, isDefault: false }
  const bank = { name: 'bank account', isPreferred: false, isDefault: false }
  const first = { isDefault: true }
  const chosen = { isPreferred: true }
  it.each([
    ['nothing where there is no method', [], undefined],
    ['nothing where none is the default', [visa, bank], undefined],
    ['the default', [visa, { ...bank, ...first }], 'bank account'],
    [
      'the preferred one, not the default',
      [
        { ...visa, ...first },
        { ...bank, ...chosen },
      ],
      'bank account',
    ],
    [
      'the preferred one, listed first',
      [
        { ...visa, ...chosen },
        { ...bank, ...first },
      ],
      'Visa',
    ],
  ])('%s', (_, sources, expected) => {
    expect(payingSource(sources)?.name).toBe(expected)
  })
})

describe('The name of a method within a sentence', () => {
  it.each([
    ['Bank account ending 6789', 'bank account ending 6789'],
    ['Visa ending 4242', 'Visa ending 4242'],
    ['BPAY', 'BPAY'],
  ])('%s reads %s', (name, shown) => {
    expect(withinSentence(name)).toBe(shown)
  })
})
