import { navigate } from 'wouter/use-browser-location'
import { redirectMaxLength } from '#domain/redirect.ts'
import { call } from '../../api/client.ts'
import { dropLinkToken } from './link-token.ts'
import { sentPageFor } from './login-address.ts'

/** Has a log-in link mailed and shows where it went. */
export async function emailLink(email: string, redirect: string | null): Promise<void> {
  const isCarried = redirect !== null && redirect.length <= redirectMaxLength
  await call('POST /api/auth/customer/email-login', { body: isCarried ? { email, redirect } : { email } })
  dropLinkToken()
  navigate(sentPageFor(email))
}
