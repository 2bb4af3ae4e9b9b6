import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type {
  Access,
  Endpoint,
  EndpointKey,
  EndpointTable,
  FileReply,
  ParsedOf,
  ReplyOf,
} from '#contract/endpoint.ts'
import {
  clientRequestIdHeader,
  fileNameHeader,
  regionHeader,
  replayedHeader,
  sessionTokenHeader,
} from '#contract/headers.ts'
import { clientRequestId } from '#contract/wire.ts'
import { Refusal } from '#domain/refusal.ts'
import { toRegion, type Region } from '#domain/region.ts'
import type { Deps } from './deps.ts'
import { countTry } from './rate-limit/rate-limit.ts'
import { sessionLimits } from './rate-limit/session-limits.ts'
import { authenticate, type Caller } from './session/session.ts'
import { admitImpersonator } from './staff/impersonation.ts'
import type { StaffCaller } from './staff/staff-caller.ts'
import { authenticateStaff } from './staff/staff-session.ts'

z.config(z.locales.en())

/** What every handler may know about the call, whatever its endpoint. */
export type Call = {
  /** Where the call comes from; the subject of limits. */
  address: string
  /** As it was sent and unchecked, for calls that are open to everyone. */
  token: string | undefined
  /** What the browser calls itself; a direct debit mandate records it. */
  userAgent: string
  /** What the browser believes; only a hint, the account decides. */
  region: Region
  requestId: string
  setRegion(region: Region): void
  /** What was asked for is under way and its outcome not known yet. */
  setAccepted(): void
  /** The reply was given before, to the same request. */
  setReplayed(): void
}

type CallerOf<A extends Access> = A extends 'customer'
  ? { caller: Caller }
  : A extends 'account'
    ? { caller: Caller; accountId: string }
    : A extends 'staff'
      ? { staff: StaffCaller }
      : object

type IdOf<E extends Endpoint> = E['needsClientRequestId'] extends true
  ? { clientRequestId: string }
  : E['takesClientRequestId'] extends true
    ? { clientRequestId: string | undefined }
    : object

export type Handler<E extends Endpoint> = (
  call: Call & ParsedOf<E> & CallerOf<E['access']> & IdOf<E>,
) => Promise<ReplyOf<E>>

/** A feature's answers to its part of the contract. What it leaves out answers 501. */
export type Handlers<Table extends EndpointTable> = {
  [Key in keyof Table]?: Table[Key] extends Endpoint ? Handler<Table[Key]> : never
}

type AnyHandler = (call: Record<string, unknown>) => Promise<unknown>

/** Binds the whole contract: every declared endpoint is a route, and nothing else under /api is. */
export function bindContract(
  app: FastifyInstance,
  deps: Deps,
  contract: EndpointTable,
  handlers: Partial<Record<EndpointKey, unknown>>,
): void {
  const admit = sessionLimits(deps)
  for (const [key, endpoint] of Object.entries(contract) as [EndpointKey, Endpoint][]) {
    const [method, url] = key.split(' ') as [string, string]
    const handler = handlers[key] as AnyHandler | undefined
    app.route({
      method,
      url,
      handler: async (request, reply) => {
        const call = await callOf(deps, admit, key, endpoint, request, reply)
        if (!handler) throw new Refusal('not_built')
        return send(reply, endpoint, await handler({ ...call, ...parse(endpoint, request) }))
      },
    })
  }
}

const logout = 'POST /api/auth/customer/logout'

/** Who calls is settled before what they send is looked at: a stranger learns nothing from validation. */
async function callOf(
  deps: Deps,
  admit: ReturnType<typeof sessionLimits>,
  key: EndpointKey,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const call: Call = {
    address: request.ip,
    token: sentToken(request),
    userAgent: (request.headers['user-agent'] ?? 'unknown').slice(0, 300),
    region: toRegion(request.headers[regionHeader.toLowerCase()] as string | undefined),
    requestId: request.id,
    setRegion: (region) => void reply.header(regionHeader, region),
    setAccepted: () => void reply.code(202),
    setReplayed: () => void reply.header(replayedHeader, 'true'),
  }
  if (endpoint.access === 'public' || endpoint.access === 'guest') return call
  if (endpoint.access === 'staff') {
    return { ...call, staff: await authenticateStaff(deps, bearerToken(request), endpoint.role ?? 'admin') }
  }
  const caller = await authenticate(deps, bearerToken(request))
  // Whoever wants to leave may always leave.
  if (key !== logout)
    await admit(caller.sessionId, key.startsWith('GET ') ? 'session-reads' : 'session-writes')
  if (caller.renewedToken) reply.header(sessionTokenHeader, caller.renewedToken)
  const { accountId = '' } = request.params as { accountId?: string }
  await admitImpersonator(deps, caller, { key, accountId, requestId: request.id })
  if (endpoint.access === 'customer') return { ...call, caller }
  // The same answer for another family's account and for one that does not exist.
  if (!caller.accountIds.includes(accountId)) throw new Refusal('forbidden')
  if (endpoint.upload) await countTry(deps.db, [['uploads', accountId]], deps.clock(), deps.config.rateLimits)
  return { ...call, caller, accountId }
}

function sentToken(request: FastifyRequest): string | undefined {
  return /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1]
}

function bearerToken(request: FastifyRequest): string {
  const token = sentToken(request)
  if (!token) throw new Refusal('unauthenticated')
  return token
}

function parse(endpoint: Endpoint, request: FastifyRequest) {
  return {
    params: endpoint.params && check(endpoint.params, request.params),
    query: endpoint.query && check(endpoint.query, request.query),
    body: endpoint.body && check(endpoint.body, request.body),
    clientRequestId: requestIdOf(endpoint, request.headers[clientRequestIdHeader.toLowerCase()]),
  }
}

function requestIdOf(endpoint: Endpoint, sent: unknown): string | undefined {
  if (!endpoint.needsClientRequestId && !endpoint.takesClientRequestId) return undefined
  if (endpoint.takesClientRequestId && sent === undefined) return undefined
  return check(clientRequestId, sent, clientRequestIdHeader)
}

function check<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
  name = 'body',
): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const fields = result.error.issues.map((issue) => [issue.path.join('.') || name, issue.message] as const)
  throw new Refusal('invalid_request', { fields: Object.fromEntries(fields) })
}

/** The reply is parsed too: a field that the contract does not name never leaves the house. */
function send(reply: FastifyReply, endpoint: Endpoint, value: unknown): unknown {
  if (endpoint.reply === 'file') return sendFile(reply, value as FileReply)
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(endpoint.reply.parse(value)))
}

function sendFile(reply: FastifyReply, file: FileReply): FastifyReply {
  // Header values are plain ASCII: anything else would break the reply.
  const name = encodeURIComponent(file.fileName)
  return reply
    .type(file.contentType)
    .header(fileNameHeader, name)
    .header('content-disposition', `attachment; filename*=UTF-8''${name}`)
    .send(Buffer.from(file.bytes))
}
