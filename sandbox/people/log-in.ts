import type { Inbox, Message } from '../inbox/inbox.ts'
import type { Codes } from './codes.ts'
import type { Family } from './directory.ts'
import { askPortal } from './portal.ts'

type LogIn = { portalUrl: string; family: Family; inbox: Inbox; codes: Codes }

/**
 * Where the portal logs a family in: its own log-in page with the code that was texted, or the link that was mailed to a
 * family without a mobile. A code works once, so that a second log-in within half a minute goes by mail too.
 */
export async function logInUrl({ portalUrl, family, inbox, codes }: LogIn): Promise<string> {
  const { email, mobile } = family
  const code =
    mobile === null ? undefined : await codes.ask(portalUrl, '/api/auth/customer/send-otp', { email, mobile })
  if (mobile === null || code === undefined) return mailedLink({ portalUrl, email, inbox, codes })
  // In the fragment, which browsers send to nobody.
  return `${portalUrl}/login?email=${encodeURIComponent(email)}#code=${code}&ending=${mobile.slice(-3)}`
}

async function mailedLink({
  portalUrl,
  email,
  inbox,
  codes,
}: Omit<LogIn, 'family'> & { email: string }): Promise<string> {
  const mark = inbox.lastSeq()
  await askPortal(portalUrl, { method: 'POST', path: '/api/auth/customer/email-login', body: { email } })
  const read = ({ links }: Message) => links.find((url) => new URL(url).pathname === '/login')
  return codes.arrival({ to: email, kind: 'email', mark, read })
}
