import { expect, it } from 'vitest'
import { calendarDate } from '../calendar/calendar.ts'
import { cents } from '../money.ts'
import type { SurchargeAbsorption } from '../payment-methods/payment-methods.ts'
import { debitOf, type Quote } from './debits.ts'

const visa = { id: 'visa', cardBrand: 'visa', cardFunding: 'credit' } as const
const bank = { id: 'bank', cardBrand: null, cardFunding: null }
const on = calendarDate('2026-03-20')

type Terms = { open?: number; basisPoints?: number; absorb?: SurchargeAbsorption }

const debit = (
  method: Parameters<typeof debitOf>[0],
  quote: Quote | null,
  { open = 400_00, basisPoints = 100, absorb = 'None' }: Terms = {},
) =>
  debitOf(
    method,
    { open: cents(open), quote },
    {
      region: 'AU',
      absorb,
      on,
      rates: [
        {
          region: 'AU',
          cardGroup: 'VisaOrMastercardCredit',
          basisPoints,
          validFrom: calendarDate('2026-01-01'),
          validTo: null,
        },
      ],
    },
  )

const quote = { amount: cents(400_00), surcharge: cents(4_00), sourceId: 'visa' }
const free = { amount: cents(400_00), surcharge: cents(0), sourceId: 'visa' }

it.each([
  ['a card that nobody was told of costs today’s rate', debit(visa, null), [400_00, 4_00, 100, false]],
  ['a bank account costs nothing more', debit(bank, null), [400_00, 0, 0, false]],
  ['nothing is added without a method', debit(undefined, null), [400_00, 0, 0, false]],
  ['the same rate is what was announced', debit(visa, quote), [400_00, 4_00, 100, false]],
  ['a lower rate is shown and taken', debit(visa, quote, { basisPoints: 50 }), [400_00, 2_00, 50, false]],
  ['a school that absorbs it lowers it', debit(visa, quote, { absorb: 'All' }), [400_00, 0, 0, false]],
  [
    'a higher rate is shown once it is announced',
    debit(visa, quote, { basisPoints: 150 }),
    [400_00, 4_00, 100, true],
  ],
  ['a school that stops absorbing it announces it first', debit(visa, free), [400_00, 0, 0, true]],
  [
    'another method than announced costs what it costs',
    debit(visa, { ...free, sourceId: 'bank' }),
    [400_00, 4_00, 100, true],
  ],
  [
    'a lower amount is taken with its own surcharge',
    debit(visa, quote, { open: 300_00 }),
    [300_00, 3_00, 100, false],
  ],
  ['a higher amount is announced first', debit(visa, quote, { open: 500_00 }), [500_00, 5_00, 100, true]],
] as const)('%s', (_, { amount, surcharge, basisPoints, isDearer }, expected) => {
  expect([amount, surcharge, basisPoints, isDearer]).toEqual(expected)
})
