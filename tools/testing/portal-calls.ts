import type { Message } from '#sandbox/inbox/inbox.ts'

export type Reply = { status: number; headers: Headers; body: any }
export type CallOptions = {
  body?: unknown
  token?: string
  headers?: Record<string, string>
  timeoutMs?: number
}
export type Call = (methodAndPath: string, options?: CallOptions) => Promise<Reply>

/** Calls a server over HTTP like any browser. */
export function callTo(url: string): Call {
  return async (methodAndPath, { body, token, headers = {}, timeoutMs } = {}) => {
    const [method, path] = methodAndPath.split(' ') as [string, string]
    const reply = await fetch(url + path, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
      ...(timeoutMs !== undefined && { signal: AbortSignal.timeout(timeoutMs) }),
    })
    const text = await reply.text()
    const isJson = reply.headers.get('content-type')?.startsWith('application/json')
    return { status: reply.status, headers: reply.headers, body: isJson ? JSON.parse(text) : text }
  }
}

export type Inbox = {
  /** The newest message the sandbox received for somebody, waited for. */
  message(to: string, kind: 'sms' | 'email', after?: number): Promise<Message>
  /** The number of the newest message so far, for `message(…, after)`. */
  lastMessage(): Promise<number>
}

/** What the families of a sandbox receive. */
export function inboxAt(sandboxUrl: string): Inbox {
  const list = async (query: Record<string, string>) => {
    const reply = await fetch(`${sandboxUrl}/_sandbox/api/messages?${new URLSearchParams(query).toString()}`)
    return (await reply.json()) as { messages: Message[]; lastSeq: number }
  }
  return {
    async message(to, kind, after) {
      const { messages } = await list({
        to,
        kind,
        wait: '60000',
        ...(after !== undefined && { after: String(after) }),
      })
      const [newest] = messages
      if (!newest) throw new Error(`No ${kind} reached ${to}`)
      return newest
    },
    lastMessage: async () => (await list({ limit: '0' })).lastSeq,
  }
}

/** Logs in as a parent does, with the code that is texted. Gives the token. */
export async function logIn(
  { call, message, lastMessage }: Inbox & { call: Call },
  email: string,
  mobile: string,
): Promise<string> {
  const before = await lastMessage()
  await call('POST /api/auth/customer/send-otp', { body: { email } })
  const { code } = await message(mobile, 'sms', before)
  const { body } = await call('POST /api/auth/customer/otp-login', { body: { email, otp: code } })
  return body.token
}
