/** This very page, to which a wallet leads back; the server adds what became of it. */
export function returnAddress(): string {
  return location.origin + pageAddress()
}

/** The session that the payer comes back from, if they do. */
export function returnedSession(): string | null {
  const address = new URLSearchParams(location.search)
  return address.get('success') === 'true' ? address.get('checkout-session-id') : null
}

/** The page with nothing in its address but what it is about, and the step that is named. */
export function pageAddress(step?: string): string {
  const kept = new URLSearchParams(location.search)
  for (const name of ['success', 'checkout-session-id', 'step', 'amount']) kept.delete(name)
  if (step) kept.set('step', step)
  return `${location.pathname}${kept.size > 0 ? `?${kept}` : ''}`
}
