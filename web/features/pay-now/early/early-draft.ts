import type { PaymentPage } from '#contract/pay-now.ts'
import { cents, parseAmount, type Cents } from '#domain/money.ts'
import { mostPayable, paymentMaxCents } from '#domain/pay-now.ts'
import { readAmount } from '../../../ui/amount-input/amount-text.ts'
import type { PaymentInput } from '../payer.ts'

export type EarlyDraft = {
  /** Chosen where there are several; one alone need not be. */
  schoolId: string | null
  /** As typed. */
  amount: string
}

export const freshEarlyDraft: EarlyDraft = { schoolId: null, amount: '' }

/** The amount that the Overview asks to be paid: "694.38" of `?amount=694.38`. */
export function amountIn(search: string): string | null {
  const amount = new URLSearchParams(search).get('amount')
  return amount !== null && /^\d{1,9}\.\d{2}$/.test(amount) ? amount : null
}

type School = PaymentPage['institutions'][number]

export function schoolOf(draft: EarlyDraft, schools: readonly School[]): School | undefined {
  return schools.length === 1 ? schools[0] : schools.find(({ id }) => id === draft.schoolId)
}

/** The most that one payment to a school can bring. */
export const mostPayableAt = (school: School | undefined) =>
  mostPayable(parseAmount(school?.due ?? 0) ?? cents(0))

/** The payment order, once school and amount are known. */
export function inputOf(draft: EarlyDraft, schools: readonly School[]): PaymentInput | null {
  const amount = amountOf(draft.amount)
  const school = schoolOf(draft, schools)
  if (!school || !amount || amount > mostPayableAt(school)) return null
  return { amount, schoolId: school.id, reason: null, description: null, due: school.due }
}

export type AmountProblem = 'nothing' | 'too-much'

/** The error of a typed amount; none for an empty field. */
export function amountProblem(typed: string, most: Cents = paymentMaxCents): AmountProblem | null {
  const amount = amountOf(typed)
  if (amount === undefined) return null
  if (amount > most) return 'too-much'
  return amount === 0 ? 'nothing' : null
}

/** A point at either end is a digit not typed yet. */
function amountOf(typed: string): Cents | undefined {
  return readAmount(typed.replace(/^\./, '0.').replace(/\.$/, ''))
}
