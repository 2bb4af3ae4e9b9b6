import { queryRows } from '../postgres/databases.ts'
import type { Stack } from '../stack.ts'
import { callTo, inboxAt, logIn } from '../testing/portal-calls.ts'

/** As a parent does, but for the typing: what the browser would have kept is returned. */
export async function loggedIn(
  { portalUrl, sandboxUrl, databaseUrl }: Stack,
  email: string,
): Promise<Record<string, string>> {
  const [parent] = await queryRows<{ mobile: string }>(
    databaseUrl,
    `select mobile_e164 as mobile from customer where email = '${email}'`,
  )
  const portal = { call: callTo(portalUrl), ...inboxAt(sandboxUrl) }
  const token = await logIn(portal, email, parent?.mobile ?? '')
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
    accounts: { accountId: string }[]
  }
  const accountId = claims.accounts[0]?.accountId
  if (!accountId) throw new Error(`${email} has no account.`)
  return { 'larkwell.token': token, 'larkwell.accountId': accountId, 'larkwell.region': 'AU' }
}
