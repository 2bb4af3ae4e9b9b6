import type { Stack } from '../stack.ts'
import { callTo, inboxAt, logIn } from '../testing/portal-calls.ts'

/** As a parent does, but for the typing: what the browser would have kept is returned. */
export async function loggedIn(
  { portalUrl, sandboxUrl }: Pick<Stack, 'portalUrl' | 'sandboxUrl'>,
  email: string,
): Promise<Record<string, string>> {
  const token = await logIn({ call: callTo(portalUrl), ...inboxAt(sandboxUrl) }, email, undefined)
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
    accounts: { accountId: string }[]
  }
  const accountId = claims.accounts[0]?.accountId
  if (!accountId) throw new Error(`${email} has no account.`)
  return { 'larkwell.token': token, 'larkwell.accountId': accountId, 'larkwell.region': 'AU' }
}
