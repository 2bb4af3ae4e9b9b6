import type { Codes } from './codes.ts'
import type { StaffMember } from './directory.ts'
import { askPortal, callPortal, refused, type PortalReply } from './portal.ts'
import { HttpError } from './http-error.ts'

export type StaffDesk = {
  /** The portal as a customer sees it, for a member of staff. */
  viewOf(portalUrl: string, member: StaffMember, customer: string): Promise<string>
  /** What logs them in on the command line, with a code that works now. */
  command(portalUrl: string, member: StaffMember): Promise<string>
}

const reason = 'Opened from the sandbox'

/** Logs staff in over their own API. Sessions are kept: a code can be asked for only twice a minute. */
export function createStaffDesk(codes: Codes): StaffDesk {
  const tokens = new Map<string, string>()

  async function codeFor(portalUrl: string, { email, name, mobile }: StaffMember): Promise<string> {
    if (mobile === null) throw new HttpError(409, `${name} has no mobile, so no code can be sent.`)
    const code = await codes.ask(portalUrl, '/api/staff/log-in', { email, mobile })
    if (code !== undefined) return code
    throw new HttpError(
      429,
      `${name} was sent a code a moment ago, and it is used. Try again in half a minute.`,
    )
  }

  async function logIn(portalUrl: string, member: StaffMember): Promise<string> {
    const code = await codeFor(portalUrl, member)
    const body = { email: member.email, code }
    const { token } = await askPortal(portalUrl, { method: 'POST', path: '/api/staff/token', body })
    tokens.set(member.email, String(token))
    return String(token)
  }

  /** With the session that is there, or with a new one if that has ended. */
  async function inSession(
    portalUrl: string,
    member: StaffMember,
    call: (token: string) => Promise<PortalReply>,
  ): Promise<PortalReply['body']> {
    const kept = tokens.get(member.email)
    const first = kept === undefined ? undefined : await call(kept)
    const reply = first && first.status !== 401 ? first : await call(await logIn(portalUrl, member))
    if (reply.status >= 400) throw refused(reply)
    return reply.body
  }

  return {
    async viewOf(portalUrl, member, customer) {
      const find = `/api/staff/customers?find=${encodeURIComponent(customer)}`
      const found: unknown = await inSession(portalUrl, member, (token) =>
        callPortal(portalUrl, { method: 'GET', path: find, token }),
      )
      const match = (found as { id: string; email: string }[]).find(({ email }) => email === customer)
      if (!match) throw new HttpError(404, `The portal knows no customer ${customer}.`)
      const path = `/api/staff/customers/${match.id}/impersonation`
      const { url } = await inSession(portalUrl, member, (token) =>
        callPortal(portalUrl, { method: 'POST', path, body: { reason }, token }),
      )
      return String(url)
    },
    async command(portalUrl, member) {
      return `${member.command} --code ${await codeFor(portalUrl, member)}`
    },
  }
}
