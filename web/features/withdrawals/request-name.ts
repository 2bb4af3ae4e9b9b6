import { store, stored } from '../../session/storage.ts'

export type Wish = { accountId: string; bankAccountId: string; amount: string }

/**
 * One wish has one name, however often it is sent: by two clicks, after a reload, from another tab. Another sum or
 * another bank account is another wish, and so is the same one once it has been confirmed or taken back.
 */
export function nameOf({ accountId, bankAccountId, amount }: Wish): string {
  const wish = `${accountId} ${bankAccountId} ${amount}`
  const [name, known] = (stored('withdrawal') ?? '').split(': ')
  if (name && known === wish) return name
  const fresh = crypto.randomUUID()
  store('withdrawal', `${fresh}: ${wish}`)
  return fresh
}

export function forgetName(): void {
  store('withdrawal', null)
}
