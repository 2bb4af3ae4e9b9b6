import { bankNumberProblems } from '#domain/payment-methods/payment-methods.ts'

export type BankAccount = { holder: string; bsb: string; accountNumber: string }
export type BankField = keyof BankAccount
/** In the order in which they are filled in. */
export const bankFields = ['holder', 'bsb', 'accountNumber'] as const satisfies BankField[]
export const emptyBankAccount: BankAccount = { holder: '', bsb: '', accountNumber: '' }

const longest = 20

/** "062-000", as far as it is typed. Digits too many stay, to be seen and complained of: cut, they would be wrong. */
export function formatBsb(typed: string): string {
  const digits = typed.replaceAll(/\D/g, '').slice(0, longest)
  return digits.length > 3 ? `${digits.slice(0, 3)}-${digits.slice(3)}` : digits
}

/** Spaces may stay where people put them. */
export function formatAccountNumber(typed: string): string {
  return typed.replaceAll(/[^\d ]/g, '').slice(0, longest)
}

/** Where the cursor belongs in the formatted text: behind the digits that it stood behind. */
export function caretIn(formatted: string, typedBefore: string): number {
  let left = typedBefore.replaceAll(/\D/g, '').length
  let position = 0
  while (left > 0 && position < formatted.length) {
    if (/\d/.test(formatted[position] ?? '')) left -= 1
    position += 1
  }
  return position
}

/** The account as it is sent. */
export function bankAccountSent({ holder, bsb, accountNumber }: BankAccount): BankAccount {
  return { holder: holder.trim(), bsb, accountNumber: accountNumber.replaceAll(' ', '') }
}

/** What is wrong with each field, as a sentence below it. */
export function bankProblems(typed: BankAccount): Partial<Record<BankField, string>> {
  const sent = bankAccountSent(typed)
  const missing = bankFields.filter((field) => sent[field] === '')
  return {
    ...bankNumberProblems('AU', sent),
    ...Object.fromEntries(missing.map((field) => [field, 'Field is required'])),
  }
}
