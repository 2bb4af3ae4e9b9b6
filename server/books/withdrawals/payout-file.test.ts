import { describe, expect, it } from 'vitest'
import { calendarDate } from '#domain/calendar/calendar.ts'
import { cents } from '#domain/money.ts'
import { abaText, payoutCsv, withPaymentDay } from './payout-file.ts'

const payouts = [
  {
    bsb: '062006',
    accountNumber: '123456789',
    holder: 'Zoë O’Brien',
    amount: cents(120_00),
    reference: 'LW20418 3f0c5a52',
  },
  {
    bsb: '733001',
    accountNumber: '4567',
    holder: 'A name that is much longer than thirty-two',
    amount: cents(60_50),
    reference: 'LW20533 9a53b2d0',
  },
]
const from = { bank: 'CBA', userId: '301500', bsb: '062000', accountNumber: '10001234' }

describe('The file of payouts', () => {
  it('has the columns that Australian banks read', () => {
    const text = withPaymentDay(abaText(payouts, from, 'Larkwell'), calendarDate('2026-11-16'))
    const lines = text.split('\r\n')
    expect(lines.pop()).toBe('')
    expect(lines.map((line) => line.length)).toEqual([120, 120, 120, 120])
    expect(lines.map((line) => line.trimEnd())).toEqual([
      '0                 01CBA       Larkwell                  301500WITHDRAWALS 161126',
      '1062-006123456789 500000012000Zoe O Brien                     LW20418 3f0c5a52  062-000 10001234Larkwell        00000000',
      '1733-001     4567 500000006050A name that is much longer than LW20533 9a53b2d0  062-000 10001234Larkwell        00000000',
      '7999-999            000001805000000180500000000000                        000002',
    ])
  })

  it('keeps the day that it has', () => {
    const text = withPaymentDay(abaText(payouts, from, 'Larkwell'), calendarDate('2026-11-16'))
    expect(withPaymentDay(text, calendarDate('2026-11-17'))).toBe(text)
  })

  it('is a list for British ones, with every zero of a number', () => {
    const [payout] = payouts
    const text = payoutCsv([{ ...payout!, bsb: '200006', accountNumber: '01234567' }])
    expect(text.split('\r\n')[1]).toBe('20-00-06,01234567,Zoë O’Brien,120.00,LW20418 3f0c5a52')
  })

  it('is refused rather than cut where a sum is too long for its column', () => {
    const huge = { ...payouts[0]!, amount: cents(100_000_000_00) }
    expect(() => abaText([huge], from, 'Larkwell')).toThrow(/does not fit/)
  })
})
