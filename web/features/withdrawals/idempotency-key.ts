import { store, stored } from '../../session/storage.ts'

export type Withdrawal = { accountId: string; bankAccountId: string; amount: string }

/**
 * The idempotency key of a withdrawal request. It stays the same across two clicks, a reload or another tab. Another
 * amount or bank account gets a new key, and so does the same request once it is confirmed or cancelled.
 */
export function idempotencyKeyFor({ accountId, bankAccountId, amount }: Withdrawal): string {
  const request = `${accountId} ${bankAccountId} ${amount}`
  const [key, known] = (stored('withdrawal') ?? '').split(': ')
  if (key && known === request) return key
  const fresh = crypto.randomUUID()
  store('withdrawal', `${fresh}: ${request}`)
  return fresh
}

export function forgetIdempotencyKey(): void {
  store('withdrawal', null)
}
