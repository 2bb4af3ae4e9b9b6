import { HttpError } from './http-error.ts'

export type PortalReply = { status: number; body: Record<string, unknown> }

type Call = { method: 'GET' | 'POST'; path: string; body?: object; token?: string }

const patienceMs = 20_000

/** Calls the product as any browser does. */
export async function callPortal(
  portalUrl: string,
  { method, path, body, token }: Call,
): Promise<PortalReply> {
  let reply: Response
  try {
    reply = await fetch(new URL(path, portalUrl), {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(patienceMs),
    })
  } catch {
    throw new HttpError(503, `The portal does not answer at ${portalUrl}.`)
  }
  const text = await reply.text()
  try {
    return { status: reply.status, body: JSON.parse(text) as Record<string, unknown> }
  } catch {
    throw new HttpError(502, `The portal answered ${method} ${path} with ${reply.status} and no JSON.`)
  }
}

/** The reply of a call that must not be refused. */
export async function askPortal(portalUrl: string, call: Call): Promise<PortalReply['body']> {
  const reply = await callPortal(portalUrl, call)
  if (reply.status < 400) return reply.body
  throw refused(reply)
}

export function refused({ status, body }: PortalReply): HttpError {
  const said = typeof body['msg'] === 'string' ? body['msg'] : `It answered with ${status}.`
  return new HttpError(status >= 500 ? 502 : status, `The portal refused: ${said}`)
}
