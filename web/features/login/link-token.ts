let token: string | null = null

/**
 * Takes the token of a mailed link out of the address, where a shared screen, the history or a copied
 * link would show it. Before anything else on the page runs.
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

/** A link works once. */
export function dropLinkToken(): void {
  token = null
}
