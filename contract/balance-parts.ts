import * as z from 'zod/mini'
import { balancePartKinds } from '#domain/balance-parts.ts'
import { amount } from './wire.ts'

/** A part of a family's balance, and what it is for. */
export const balancePart = z.object({
  kind: z.enum(balancePartKinds),
  amount,
  /** Of what is on its way to a school. */
  schoolName: z.optional(z.string()),
})
export type BalancePart = z.infer<typeof balancePart>
