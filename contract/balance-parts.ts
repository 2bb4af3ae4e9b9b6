import * as z from 'zod/mini'
import { balancePartKinds } from '#domain/balance-parts.ts'
import { described, named } from './documented.ts'
import { amount } from './wire.ts'

export const balancePart = z.object({
  kind: z.enum(balancePartKinds),
  amount,
  schoolName: described("The school's name, for money that is for a school.", z.optional(z.string())),
})
export type BalancePart = z.infer<typeof balancePart>

named({
  BalancePart: [balancePart, "A part of a family's balance, and what it is for."],
})
