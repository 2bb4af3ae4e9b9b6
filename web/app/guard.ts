import { readToken } from '../session/token.ts'

export type Verdict = 'pass' | 'log-in' | 'security-logout' | 'no-account'

type Session = {
  token: string | null
  accountId: string | null
  /** The page was signed in, and the token has disappeared since. */
  isLost: boolean
}

/** Who may see a page behind the log-in, and where everyone else is sent. */
export function judge({ token, accountId, isLost }: Session): Verdict {
  if (token === null) return isLost ? 'security-logout' : 'log-in'
  const payload = readToken(token)
  if (payload === null) return 'security-logout'
  if (accountId === null) return 'no-account'
  return payload.accounts.some((own) => own.accountId === accountId) ? 'pass' : 'security-logout'
}

/** The log-in address that returns to a page. */
export function loginFor(returnTo: string): string {
  return leadingBack('/login', returnTo)
}

/** The account selection address that returns to a page. */
export function accountSelectionFor(returnTo: string): string {
  return leadingBack('/login/account-selection', returnTo)
}

function leadingBack(path: string, returnTo: string): string {
  return returnTo === '/' ? path : `${path}?redirect=${encodeURIComponent(returnTo)}`
}
