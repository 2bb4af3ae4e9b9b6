import type { Account } from '#contract/accounts.ts'

/** Where the provider sends a customer back to after the set-up of a bank account. */
export function CompletePage(_: { account: Account }) {
  return null
}
