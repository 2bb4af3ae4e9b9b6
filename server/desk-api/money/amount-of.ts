import { cents, parseAmount, type Cents } from '#domain/money.ts'
import { Refusal } from '#domain/refusal.ts'

export function amountOf(value: number | string): Cents {
  const amount = parseAmount(value)
  if (amount === undefined || amount < 1) {
    throw new Refusal('invalid_request', { fields: { amount: 'Must be more than nothing' } })
  }
  return cents(amount)
}
