import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  disputeEntry,
  disputeLostEntry,
  entry,
  paymentEntries,
  refundEntry,
  reversal,
  surchargeShare,
  type Book,
  type Entry,
} from './ledger.ts'
import { cents } from './money.ts'

const amount = fc.integer({ min: 1, max: 10_000_000 }).map(cents)
const fee = fc.integer({ min: 0, max: 200_000 }).map(cents)
const paid = fc.record({ amount, surcharge: fee })

const sumOf = (entries: Entry[], book?: Book) =>
  entries
    .flatMap(({ postings }) => postings)
    .filter((posting) => book === undefined || posting.book === book)
    .reduce((sum, posting) => sum + posting.amount, 0)

describe('An entry', () => {
  it('is refused when it does not balance', () => {
    expect(() =>
      entry('Adjustment', 'x', [
        { book: 'Family', amount: cents(100) },
        { book: 'Bank', amount: cents(-99) },
      ]),
    ).toThrow('out of balance by 1')
  })

  it('is refused when it moves nothing', () => {
    expect(() => entry('Adjustment', 'x', [{ book: 'Family', amount: cents(0) }])).toThrow('moves nothing')
  })

  it('and its reversal add up to zero in every book', () => {
    fc.assert(
      fc.property(paid, (payment) => {
        const entries = paymentEntries(payment, 'ProviderClearing', 'x')
        const back = entries.map((one) => reversal(one, 'Reversal', 'y'))
        for (const book of ['Family', 'ProviderClearing', 'SurchargeIncome'] as const) {
          expect(sumOf([...entries, ...back], book)).toBe(0)
        }
      }),
    )
  })
})

describe('A payment', () => {
  it('credits the family with the amount and us with the surcharge; the provider holds both', () => {
    const entries = paymentEntries({ amount: cents(12_050), surcharge: cents(121) }, 'ProviderClearing', 'x')
    expect([
      sumOf(entries, 'Family'),
      sumOf(entries, 'SurchargeIncome'),
      sumOf(entries, 'ProviderClearing'),
    ]).toEqual([12_050, 121, -12_171])
  })

  it('without a surcharge is one entry', () => {
    expect(paymentEntries({ amount: cents(1), surcharge: cents(0) }, 'Bank', 'x')).toHaveLength(1)
  })

  it('refunded in any number of parts leaves nothing in any book', () => {
    fc.assert(
      fc.property(
        paid,
        fc.array(fc.integer({ min: 1, max: 5_000_000 }), { maxLength: 8 }),
        (payment, parts) => {
          const entries = paymentEntries(payment, 'ProviderClearing', 'x')
          let left = payment.amount + payment.surcharge
          for (const part of [...parts, left]) {
            const refunded = cents(Math.min(part, left))
            if (refunded === 0) break
            const before = cents(payment.amount + payment.surcharge - left)
            entries.push(refundEntry({ ...payment, region: 'AU' }, before, refunded))
            left -= refunded
          }
          for (const book of ['Family', 'ProviderClearing', 'SurchargeIncome'] as const) {
            expect(sumOf(entries, book)).toBe(0)
          }
          expect(sumOf(entries)).toBe(0)
        },
      ),
    )
  })

  it('never refunds more surcharge than it took', () => {
    fc.assert(
      fc.property(paid, fc.integer({ min: 0, max: 100 }), (payment, percent) => {
        const total = payment.amount + payment.surcharge
        const part = cents(Math.floor((total * percent) / 100))
        const share = surchargeShare(payment, cents(0), part)
        expect(share).toBeGreaterThanOrEqual(0)
        expect(share).toBeLessThanOrEqual(Math.min(payment.surcharge, part))
      }),
    )
  })
})

describe('A dispute', () => {
  const payment = { amount: cents(10_000), surcharge: cents(100) }
  const opened = disputeEntry(payment, cents(0), cents(10_100), { isDecided: false })

  it('takes the amount from the family at once and holds it', () => {
    expect([sumOf([opened], 'Family'), sumOf([opened], 'Dispute')]).toEqual([-10_000, 10_100])
  })

  it('that is lost leaves nothing on hold', () => {
    const entries = [
      ...paymentEntries(payment, 'ProviderClearing', 'x'),
      opened,
      disputeLostEntry({ amount: cents(10_100), ofPayment: cents(10_100) }, 'AU'),
    ]
    for (const book of ['Family', 'Dispute', 'ProviderClearing', 'SurchargeIncome'] as const) {
      expect(sumOf(entries, book)).toBe(0)
    }
  })
})
