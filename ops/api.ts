import type { FileReply, ReplyOf, RequestOf } from '#contract/endpoint.ts'
import { fileNameHeader } from '#contract/headers.ts'
import type { StaffContract } from '#contract/staff.ts'
import type { RefusalReply } from '#contract/wire.ts'
import { OpsFailure } from './failure.ts'
import { program } from './program.ts'

type Key = keyof StaffContract
type Request<K extends Key> = RequestOf<StaffContract[K]>
type Arguments<K extends Key> = keyof Request<K> extends never ? [] : [request: Request<K>]
type AnyRequest = {
  params?: Record<string, string>
  query?: Record<string, string | number | boolean | undefined>
  body?: unknown
}

/** One call of the staff's contract: `api('GET /api/staff/members')`. */
export type Api = <K extends Key>(key: K, ...request: Arguments<K>) => Promise<ReplyOf<StaffContract[K]>>

export function apiAt(url: string, token: string | undefined): Api {
  return async (key, ...[request]) => {
    const { params = {}, query = {}, body }: AnyRequest = request ?? {}
    const [method = '', template = ''] = key.split(' ')
    const path = template.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    const address = new URL(path, url)
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) address.searchParams.set(name, String(value))
    const reply = await send(address, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!reply.ok) throw await failureOf(reply, url)
    // A file may be JSON too. The type of the reply follows from the key of the call.
    return (reply.headers.has(fileNameHeader) ? await fileOf(reply) : await reply.json()) as never
  }
}

export async function send(address: URL, request: RequestInit): Promise<Response> {
  try {
    return await fetch(address, request)
  } catch {
    throw new OpsFailure(
      'noConnection',
      `No reply from ${address.origin}.`,
      'Is Larkwell running there? Start it with `npm start`, or name another server with OPS_URL.',
    )
  }
}

async function fileOf(reply: Response): Promise<FileReply> {
  return {
    bytes: new Uint8Array(await reply.arrayBuffer()),
    fileName: decodeURIComponent(reply.headers.get(fileNameHeader) ?? 'file'),
  }
}

export async function failureOf(reply: Response, url: string): Promise<OpsFailure> {
  const body = (await reply.json().catch(() => undefined)) as RefusalReply | undefined
  if (!body?.code)
    return new OpsFailure('noConnection', `${url} does not respond like Larkwell.`, 'Check OPS_URL.')
  if (reply.status >= 500) {
    const request = reply.headers.get('x-request-id')
    return new OpsFailure('noConnection', body.msg, `Look for request ${request} in the server's log.`)
  }
  const fields = Object.entries(body.fields ?? {}).map(([field, fault]) => `  ${field}: ${fault}`)
  return new OpsFailure('refused', [messageOf(body), ...fields].join('\n'), adviceOf(body, reply), body.code)
}

/** The wire speaks to customers; a colleague at a keyboard needs other words for some things. */
function messageOf({ code, msg }: RefusalReply): string {
  if (code === 'invalid_request') return 'The server does not accept this:'
  if (code === 'unauthenticated') return 'You are not logged in, or your session has ended.'
  if (code === 'forbidden') return 'Your role does not allow this.'
  if (code === 'not_found') return 'Nothing found with that name.'
  return msg
}

function adviceOf({ code }: RefusalReply, reply: Response): string | undefined {
  if (code === 'unauthenticated') return `Log in: ${program} log-in you@example.org`
  if (code === 'forbidden')
    return `See who you are with \`${program} me\`, or ask a colleague of operations or an admin.`
  if (code === 'not_found') return `Look it up first: ${program} customers find <text>`
  if (code === 'rate_limited' || code === 'code_just_sent')
    return `Try again in ${reply.headers.get('retry-after') ?? '60'} seconds.`
  if (code === 'invalid_code')
    return `A code works for 5 minutes and for 5 tries. Ask for another one with log-in. One from your app works once, for a minute or so.`
  if (code === 'two_factor_required') return `Set it up: ${program} two-factor enrol --reason "First set-up"`
  return undefined
}
