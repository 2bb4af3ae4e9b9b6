import { bpayReference as withCheckDigit } from '#domain/payment-methods/bpay.ts'
import { digitsOf } from './ids.ts'

export function bpayReference(seed: string): string {
  return withCheckDigit(digitsOf(9, seed, 'bpay'))
}
