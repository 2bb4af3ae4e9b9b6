let token: string | null = null

/**
 * Removes the token of a log-in link from the address bar, so that a shared screen, the history or a copied link does
 * not show it. Runs before anything else on the page.
 */
export function takeLinkToken(): void {
  const address = new URL(location.href)
  token = address.searchParams.get('token') || null
  if (!address.searchParams.has('token')) return
  address.searchParams.delete('token')
  history.replaceState(history.state, '', address)
}

export function linkToken(): string | null {
  return token
}

/** A link works only once. */
export function dropLinkToken(): void {
  token = null
}
