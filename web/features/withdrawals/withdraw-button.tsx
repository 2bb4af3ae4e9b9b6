import type { Account } from '#contract/accounts.ts'

/** Opens the dialog in which money is asked back. Nothing where the family has no bank account for it. */
export function WithdrawButton(_props: { account: Account }) {
  return null
}
