export type LoginAddress = {
  email: string
  isSignup: boolean
  /** The redirect in the URL, unchecked. It is checked where it is used. */
  redirect: string | null
  wasSecurityLogout: boolean
}

/** The parameters of the log-in page's URL. */
export function readLoginAddress(search: URLSearchParams): LoginAddress {
  const isSignup = search.has('signup') && search.get('signup') !== 'false'
  return {
    email: search.get('email')?.trim().toLowerCase() ?? '',
    isSignup,
    redirect: search.get('redirect') || (isSignup ? '/payment-schedule' : null),
    wasSecurityLogout: search.get('logoutReason') === 'security',
  }
}

export function accountSelectionFor(redirect: string | null): string {
  return withQuery('/login/account-selection', 'redirect', redirect)
}

export function sentPageFor(email: string): string {
  return withQuery('/login/sent', 'email', email)
}

/** The log-in page for another try; with an e-mail it requests a code at once. */
export function loginAddressFor(to: { email?: string; redirect: string | null; isSignup: boolean }): string {
  const query = new URLSearchParams({
    ...(to.isSignup && { signup: 'true' }),
    ...(to.redirect !== null && { redirect: to.redirect }),
    ...(to.email !== undefined && { email: to.email }),
  })
  return query.size === 0 ? '/login' : `/login?${query}`
}

function withQuery(path: string, name: string, value: string | null): string {
  return value ? `${path}?${name}=${encodeURIComponent(value)}` : path
}
