import type { Stack } from '../stack.ts'

/** As a parent does, but for the typing: what the browser would have kept is returned. */
export async function logIn(
  { portalUrl, sandboxUrl }: Pick<Stack, 'portalUrl' | 'sandboxUrl'>,
  email: string,
): Promise<Record<string, string>> {
  const inbox = `${sandboxUrl}/_sandbox/api/messages`
  const { lastSeq } = await call<{ lastSeq: number }>(`${inbox}?limit=0`)
  await call(`${portalUrl}/api/auth/customer/send-otp`, { email })
  const { messages } = await call<{ messages: { code?: string }[] }>(
    `${inbox}?kind=sms&after=${lastSeq}&wait=60000`,
  )
  const otp = messages[0]?.code
  if (!otp) throw new Error(`no log-in code reached ${email}.`)
  const { token } = await call<{ token: string }>(`${portalUrl}/api/auth/customer/otp-login`, { email, otp })
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
    accounts: { accountId: string }[]
  }
  const accountId = claims.accounts[0]?.accountId
  if (!accountId) throw new Error(`${email} has no account.`)
  return { 'larkwell.token': token, 'larkwell.accountId': accountId, 'larkwell.region': 'AU' }
}

async function call<Reply>(url: string, body?: object): Promise<Reply> {
  const reply = await fetch(url, {
    ...(body && {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
    signal: AbortSignal.timeout(90_000),
  })
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}.`)
  return (await reply.json()) as Reply
}
