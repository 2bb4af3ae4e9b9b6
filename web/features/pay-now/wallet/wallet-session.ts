import type { PaymentInput, PaymentCalls } from '../payer.ts'

let kept: { name: string; secret: Promise<string> } | undefined

/**
 * The secret of the session in which a wallet pays. There is one for an attempt and its sum, however often the wallet
 * is chosen. It is the only one: the server closes the session of another sum when it opens the next.
 */
export function openWalletSession(
  calls: PaymentCalls,
  input: PaymentInput,
  attemptId: string,
): Promise<string> {
  const name = JSON.stringify([attemptId, input])
  if (kept?.name === name) return kept.secret
  const secret = calls.openSession(input, attemptId).then(({ clientSecret }) => clientSecret)
  const opened = { name, secret }
  kept = opened
  secret.catch(() => {
    if (kept === opened) kept = undefined
  })
  return secret
}

/** It is over, or may be. */
export function forgetWalletSession(): void {
  kept = undefined
}
