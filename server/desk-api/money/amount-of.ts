import { cents, parseAmount, type Cents } from '#domain/money.ts'
import { fieldRefusal } from '#domain/refusal.ts'

export function amountOf(value: number | string): Cents {
  const amount = parseAmount(value)
  if (amount === undefined || amount < 1) {
    throw fieldRefusal({ amount: 'Must be more than nothing' })
  }
  return cents(amount)
}
