import type { Account } from '#contract/accounts.ts'

/** What was asked back and what became of it; nothing where there is neither a bank account nor a request. */
export function WithdrawalsSection(_props: { account: Account }) {
  return null
}
