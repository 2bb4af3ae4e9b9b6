import { describe, expect, it } from 'vitest'
import { addDays, calendarDate } from '../calendar/calendar.ts'
import { cents } from '../money.ts'
import {
  surcharge,
  surchargeBasisPoints,
  surchargeOf,
  surchargePercentage,
  whyNotSurchargeRate,
  type SurchargeRate,
} from './surcharges.ts'

const on = calendarDate('2026-06-01')

const rates: SurchargeRate[] = [
  { region: 'AU', cardGroup: 'AmericanExpress', basisPoints: 135, validFrom: on, validTo: null },
  { region: 'AU', cardGroup: 'VisaOrMastercardCredit', basisPoints: 100, validFrom: on, validTo: null },
]

describe('The surcharge rate', () => {
  it.each([
    ['AU', 'amex', 'credit', 'None', 135],
    ['AU', 'amex', 'prepaid', 'None', 135],
    ['AU', 'amex', 'unknown', 'None', 135],
    ['AU', 'amex', 'debit', 'None', 0],
    ['AU', 'visa', 'credit', 'None', 100],
    ['AU', 'mastercard', 'credit', 'None', 100],
    ['AU', 'visa', 'debit', 'None', 0],
    ['AU', 'mastercard', 'debit', 'None', 0],
    ['AU', 'visa', 'prepaid', 'None', 0],
    ['AU', 'visa', 'unknown', 'None', 0],
    ['AU', 'diners', 'credit', 'None', 0],
    // Neither is known of a bank account, or of a card from before we asked.
    ['AU', null, null, 'None', 0],
    ['AU', 'visa', null, 'None', 0],
    ['AU', 'amex', null, 'None', 135],
    ['AU', null, 'credit', 'None', 0],
    ['AU', 'amex', 'credit', 'VisaAndMastercard', 135],
    ['AU', 'visa', 'credit', 'VisaAndMastercard', 0],
    ['AU', 'mastercard', 'credit', 'VisaAndMastercard', 0],
    ['AU', 'amex', 'credit', 'All', 0],
    ['AU', 'visa', 'credit', 'All', 0],
    ['UK', 'amex', 'credit', 'None', 0],
    ['UK', 'visa', 'credit', 'None', 0],
  ] as const)(
    'in %s for %s %s when the school absorbs %s is %d',
    (region, cardBrand, cardFunding, absorb, basisPoints) => {
      const terms = { region, absorb, on, rates }
      expect(surchargeBasisPoints({ cardBrand, cardFunding }, terms)).toBe(basisPoints)
      expect(surchargeOf({ cardBrand, cardFunding }, cents(10_000), terms)).toEqual({
        basisPoints,
        surcharge: basisPoints,
      })
    },
  )

  const visaCredit = { cardBrand: 'visa', cardFunding: 'credit' } as const
  const changing: SurchargeRate[] = [
    {
      region: 'AU',
      cardGroup: 'VisaOrMastercardCredit',
      basisPoints: 100,
      validFrom: calendarDate('2026-01-01'),
      validTo: calendarDate('2026-09-30'),
    },
    {
      region: 'AU',
      cardGroup: 'VisaOrMastercardCredit',
      basisPoints: 80,
      validFrom: calendarDate('2026-10-01'),
      validTo: null,
    },
    { region: 'UK', cardGroup: 'VisaOrMastercardCredit', basisPoints: 50, validFrom: on, validTo: null },
  ]

  it.each([
    ['2025-12-31', 0],
    ['2026-01-01', 100],
    ['2026-09-30', 100],
    ['2026-10-01', 80],
    ['2030-01-01', 80],
  ])('follows its rows: on %s it is %d', (day, basisPoints) => {
    const terms = { region: 'AU', absorb: 'None', on: calendarDate(day), rates: changing } as const
    expect(surchargeBasisPoints(visaCredit, terms)).toBe(basisPoints)
  })

  it('stays 0 in the United Kingdom whatever a row says', () => {
    const terms = { region: 'UK', absorb: 'None', on: addDays(on, 1), rates: changing } as const
    expect(surchargeBasisPoints(visaCredit, terms)).toBe(0)
  })
})

describe('The surcharge', () => {
  it.each([
    ['120.50 by Visa credit', 12050, 100, 121],
    ['1,234.56 by American Express', 123456, 135, 1667],
    ['1.00 by American Express', 100, 135, 1],
    ['50.00 by Mastercard credit', 5000, 100, 50],
    ['999.99 by debit', 99999, 0, 0],
    ['0.50 at 1%', 50, 100, 1],
  ])('V11: on %s', (_, amount, basisPoints, expected) => {
    expect(surcharge(cents(amount), basisPoints)).toBe(expected)
  })

  it.each([
    [135, '1.35%'],
    [100, '1%'],
    [150, '1.5%'],
    [0, '0%'],
    [7, '0.07%'],
  ])('of %d basis points reads %s', (basisPoints, text) => {
    expect(surchargePercentage(basisPoints)).toBe(text)
  })
})

describe('A rate that is to be set', () => {
  it.each([
    ['AU', 0, undefined],
    ['AU', 1.35, undefined],
    ['AU', 1.5, undefined],
    ['AU', 1.51, /cap of 1.5%/],
    ['AU', 9, /cap of 1.5%/],
    ['UK', 0, undefined],
    ['UK', 0.01, /law forbids/],
  ] as const)('in %s of %d percent', (region, percent, problem) => {
    const why = whyNotSurchargeRate(region, percent)
    if (problem) expect(why).toMatch(problem)
    else expect(why).toBeUndefined()
  })

  it('is measured against the cap that was set, except where the law decides', () => {
    expect(whyNotSurchargeRate('AU', 1.8, { AU: 2, UK: 2 })).toBeUndefined()
    expect(whyNotSurchargeRate('UK', 1.8, { AU: 2, UK: 2 })).toMatch(/law forbids/)
  })
})
