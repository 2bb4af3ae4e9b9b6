export type SetUpReturn =
  | { kind: 'intent'; id: string; clientSecret: string }
  | { kind: 'session'; id: string }
  | { kind: 'unknown' }

/** What the provider wrote behind the address to which it sent the customer back. */
export function readReturn(search: URLSearchParams): SetUpReturn {
  const id = search.get('setup_intent') ?? ''
  const clientSecret = search.get('setup_intent_client_secret') ?? ''
  if (/^seti_\w+$/.test(id) && clientSecret.startsWith(`${id}_secret_`))
    return { kind: 'intent', id, clientSecret }
  const session = search.get('checkout-session-id') ?? ''
  return /^cs_\w+$/.test(session) ? { kind: 'session', id: session } : { kind: 'unknown' }
}
