import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RepaymentSource } from '#contract/payment-methods.ts'
import { calendarDate } from '#domain/calendar/calendar.ts'
import { cents } from '#domain/money.ts'
import { paymentMaxCents } from '#domain/pay-now.ts'
import { surchargeAbsorptions, type SurchargeAbsorption } from '#domain/payment-methods/payment-methods.ts'
import { regions, type Region } from '#domain/region.ts'
import {
  cardGroups,
  surcharge,
  surchargeBasisPoints,
  surchargedGroups,
  surchargePercentage,
  type CardFunding,
  type CardGroup,
  type SurchargeRate,
} from '#domain/payment-methods/surcharges.ts'
import { costOf, percentageFor, percentageOf, surchargeOn, type Chosen } from './surcharge-text.ts'

const amexLine = 'American Express cards incur a 1.35% surcharge.'
const visaLine = 'Mastercard and VISA credit cards incur a 1% surcharge. Debit cards have no surcharge.'

const on = calendarDate('2026-11-16')
const basisPoints: Record<CardGroup, number> = { AmericanExpress: 135, VisaOrMastercardCredit: 100 }
const rates: SurchargeRate[] = regions.flatMap((region) =>
  cardGroups.map((cardGroup) => ({
    region,
    cardGroup,
    basisPoints: basisPoints[cardGroup],
    validFrom: on,
    validTo: null,
  })),
)
const at = (region: Region, absorb: SurchargeAbsorption) => ({
  cardSurcharges: surchargedGroups({ region, absorb, on, rates }),
})

describe('What a card costs is told', () => {
  it.each([
    ['AU', 'None', [amexLine, visaLine]],
    ['AU', 'VisaAndMastercard', [amexLine]],
    ['AU', 'All', []],
    ['UK', 'None', []],
    ['UK', 'VisaAndMastercard', []],
    ['UK', 'All', []],
  ] as const)('in %s, where the school absorbs %s', (region, absorb, lines) => {
    expect(costOf({ kind: 'none' }, at(region, absorb), cents(125_000))).toMatchObject({
      total: 125_000,
      lines,
    })
  })
})

describe('What the payment comes to', () => {
  const typed = (brand: string, funding: CardFunding): Chosen => ({ kind: 'typed', card: { brand, funding } })
  const saved = (source: Partial<RepaymentSource>): Chosen => ({
    kind: 'saved',
    source: { type: 'PaymentCard', ...source } as RepaymentSource,
  })
  it.each<[string, Chosen, total: number, rate: string, lines: string[]]>([
    ['while a Visa is being typed', typed('visa', 'unknown'), 125_000, '0%', [visaLine]],
    ['with a Visa credit card', typed('visa', 'credit'), 126_250, '1%', [visaLine]],
    ['with a Mastercard debit card', typed('mastercard', 'debit'), 125_000, '0%', [visaLine]],
    ['with an American Express, by its name', typed('amex', 'unknown'), 126_688, '1.35%', [amexLine]],
    [
      'with a saved Visa credit card',
      saved({ cardType: 'visa', surchargePercentage: '1%' }),
      126_250,
      '1%',
      [visaLine],
    ],
    [
      'with a saved Amex',
      saved({ cardType: 'amex', surchargePercentage: '1.35%' }),
      126_688,
      '1.35%',
      [amexLine],
    ],
    [
      'with a bank account',
      saved({ type: 'BankAccount', cardType: null, surchargePercentage: '0%' }),
      125_000,
      '0%',
      [],
    ],
    ['with BPAY or a wallet', { kind: 'free' }, 125_000, '0%', []],
  ])('%s is the total, and only its own rate is told', (_, chosen, total, percentage, lines) => {
    const cost = costOf(chosen, at('AU', 'None'), cents(125_000))
    expect(cost).toEqual({ total, surcharge: total - 125_000, percentage, lines })
    expect(percentageFor(cost.surcharge, cents(125_000))).toBe(percentage)
    expect(costOf(chosen, at('UK', 'None'), cents(125_000)).lines).toEqual([])
  })
})

describe('A saved card', () => {
  const brand = fc.constantFrom('visa', 'mastercard', 'amex', 'diners', null)
  const funding = fc.constantFrom<CardFunding>('credit', 'debit', 'prepaid', 'unknown')
  const absorb = fc.constantFrom(...surchargeAbsorptions)

  it('costs on the screen what the server takes, at every rate, of every sum', () => {
    const amount = fc.integer({ min: 1, max: paymentMaxCents }).map(cents)
    fc.assert(
      fc.property(amount, fc.integer({ min: 0, max: 1_000 }), (sum, basisPoints) => {
        const taken = surcharge(sum, basisPoints)
        const shown = surchargeOn(sum, surchargePercentage(basisPoints))
        expect(shown).toEqual(basisPoints === 0 ? undefined : { surcharge: taken, total: cents(sum + taken) })
      }),
    )
  })

  it('costs what its own school has it cost, whatever another school of the family absorbs', () => {
    fc.assert(
      fc.property(brand, funding, absorb, fc.constantFrom(...regions), (cardType, kind, absorbed, region) => {
        const rateAt = (absorbing: SurchargeAbsorption) =>
          surchargePercentage(
            surchargeBasisPoints(
              { cardBrand: cardType, cardFunding: kind },
              { region, absorb: absorbing, on, rates },
            ),
          )
        const source = { cardType, surchargePercentage: rateAt('None') } as RepaymentSource
        expect(percentageOf(source, at(region, absorbed))).toBe(rateAt(absorbed))
      }),
    )
  })
})
