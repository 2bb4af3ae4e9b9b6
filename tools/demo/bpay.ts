import { bpayReference as withCheckDigit } from '#domain/bpay.ts'
import { digitsOf } from './ids.ts'

export function bpayReference(seed: string): string {
  return withCheckDigit(digitsOf(9, seed, 'bpay'))
}
