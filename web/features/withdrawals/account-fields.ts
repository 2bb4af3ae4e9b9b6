import { bankNumberProblems } from '#domain/payment-methods/payment-methods.ts'
import type { Region } from '#domain/region.ts'

export type TypedAccount = { holder: string; bsb: string; accountNumber: string }
export type AccountField = keyof TypedAccount
/** In the order in which they are filled in. */
export const accountFields = ['holder', 'bsb', 'accountNumber'] as const satisfies AccountField[]

/** The error of each field. Nothing typed is dropped or guessed at: what is no number is said to be none. */
export function accountErrors(region: Region, typed: TypedAccount): Partial<Record<AccountField, string>> {
  const missing = accountFields.filter((field) => typed[field].trim() === '')
  return {
    ...bankNumberProblems(region, accountSent(typed)),
    ...Object.fromEntries(missing.map((field) => [field, 'Field is required'])),
  }
}

/** The account as it is sent. People put spaces into numbers where they like. */
export function accountSent({ holder, bsb, accountNumber }: TypedAccount): TypedAccount {
  const withoutSpaces = (text: string) => text.replaceAll(/\s/g, '')
  return { holder: holder.trim(), bsb: withoutSpaces(bsb), accountNumber: withoutSpaces(accountNumber) }
}
