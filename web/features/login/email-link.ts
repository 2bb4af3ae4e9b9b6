import { navigate } from 'wouter/use-browser-location'
import { redirectMaxLength } from '#domain/redirect.ts'
import { isRefused } from '../../api/api-error.ts'
import { call } from '../../session/client.ts'
import { dropLinkToken } from './link-token.ts'
import { sentPageFor } from './login-address.ts'
import { linkFailed } from './texts.ts'

/** What the next page needs to send another link, or to go back to the log-in. */
export type SentState = { redirect: string | null; isSignup: boolean }

/** Sends a log-in link by e-mail and shows where it went. */
export async function emailLink(email: string, redirect: string | null, isSignup = false): Promise<void> {
  await requestLink(email, redirect)
  dropLinkToken()
  const state: SentState = { redirect, isSignup }
  navigate(sentPageFor(email), { state })
}

export async function requestLink(email: string, redirect: string | null): Promise<void> {
  const isCarried = redirect !== null && redirect.length <= redirectMaxLength
  await call('POST /api/auth/customer/email-login', { body: isCarried ? { email, redirect } : { email } })
}

/** The message when no link could be sent. */
export function linkProblem(error: unknown): string {
  return isRefused(error) && error.code === 'rate_limited' ? error.msg : linkFailed
}
