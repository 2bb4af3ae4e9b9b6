import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import type * as z from 'zod/mini'
import {
  isFile,
  isRole,
  type Access,
  type Endpoint,
  type EndpointKey,
  type EndpointTable,
  type FileDeclaration,
  type FileOfSomeType,
  type FileReply,
  type ParsedOf,
  type ReplyOf,
} from '#contract/endpoint.ts'
import {
  clientRequestIdHeader,
  fileNameHeader,
  regionHeader,
  replayedHeader,
  sessionTokenHeader,
} from '#contract/headers.ts'
import { clientRequestId, uuid } from '#contract/wire.ts'
import { Refusal } from '#domain/refusal.ts'
import { toRegion, type Region } from '#domain/region.ts'
import type { StaffRole } from '#domain/staff.ts'
import type { Deps } from '../deps.ts'
import { acceptForms, readForm, type SentFile } from '../files/read-form.ts'
import { countTry } from '../rate-limit/rate-limit.ts'
import { sessionLimits } from '../rate-limit/session-limits.ts'
import { cookieHeader, readCookie, type Cookie } from './cookies.ts'
import { fieldErrors } from './plain-issues.ts'
import { replyWriter } from './reply-writer.ts'
import { refuseUnstorable } from './storable.ts'
import type { Authentication, Caller, StaffCaller } from './callers.ts'

/** The part of a call that every handler receives, whatever its endpoint. */
export type Call = {
  /** The caller's IP address, to which limits apply. */
  address: string
  /** The token as it was sent, unchecked, for calls that are open to everyone. */
  token: string | undefined
  /** The browser's name for itself, which a direct debit mandate records. */
  userAgent: string
  /** The region of the page that calls. Only a hint: the account decides. */
  region: Region
  requestId: string
  cookie(name: string): string | undefined
  setRegion(region: Region): void
}

/** Signals that a handler may send besides its reply, where the endpoint declares them. */
export type Signals = {
  setCookie(cookie: Cookie): void
  /** The request was accepted, and its outcome is not known yet. */
  setAccepted(): void
  /** The reply repeats an earlier one to the same request. */
  setReplayed(): void
}

type SignalsOf<E extends Endpoint> = (E['cookie'] extends string ? Pick<Signals, 'setCookie'> : object) &
  (E['accepted'] extends object ? Pick<Signals, 'setAccepted'> : object) &
  (E['marksRepeats'] extends true ? Pick<Signals, 'setReplayed'> : object)

type CallerOf<A extends Access> = A extends 'customer'
  ? { caller: Caller }
  : A extends 'account'
    ? { caller: Caller; accountId: string }
    : A extends StaffRole
      ? { staff: StaffCaller }
      : A extends 'guest'
        ? { caller: Caller | undefined }
        : object

type IdOf<E extends Endpoint> = E['needsClientRequestId'] extends true
  ? { clientRequestId: string }
  : E['takesClientRequestId'] extends true
    ? { clientRequestId: string | undefined }
    : object

type FileOf<E extends Endpoint> = E['upload'] extends string ? { file: SentFile } : object

export type Handler<E extends Endpoint> = (
  call: Call & SignalsOf<E> & ParsedOf<E> & CallerOf<E['access']> & IdOf<E> & FileOf<E>,
) => Promise<E['reply'] extends object ? ReplyOf<E> : void>

/** A feature's handlers for its part of the contract. A missing one does not compile. */
export type Handlers<Table extends EndpointTable> = {
  [Key in keyof Table]: Table[Key] extends Endpoint ? Handler<Table[Key]> : never
}

type AnyHandler = (call: Record<string, unknown>) => Promise<unknown>

/** The dependencies of the contract's routes besides the handlers. */
type Binding = { deps: Deps; authentication: Authentication }

/** Binds the whole contract: every declared endpoint is a route, and nothing else under /api is. */
export function bindContract<Table extends EndpointTable>(
  app: FastifyInstance,
  { deps, authentication }: Binding,
  contract: Table,
  handlers: Record<keyof Table, unknown>,
): void {
  const limit = sessionLimits(deps)
  const bind = (scope: FastifyInstance, key: EndpointKey, endpoint: Endpoint) => {
    const [method, url] = key.split(' ') as [string, string]
    const handle = handlers[key as keyof Table] as AnyHandler
    const send = senderOf(endpoint)
    const identify = callerOf({ deps, authentication }, limit, key, endpoint)
    const handler: RouteHandlerMethod = async (request, reply) => {
      // The caller is identified before the request is validated, so that strangers learn nothing from validation.
      const caller = await identify(request, reply)
      const form = endpoint.upload === undefined ? undefined : await readForm(request, endpoint.upload)
      const parsed = parse(endpoint, request, form ? form.fields : request.body)
      return send(
        reply,
        await handle({ ...callOf(deps, request, reply), ...caller, ...parsed, file: form?.file }),
      )
    }
    scope.route({ method, url, handler })
  }
  const all = Object.entries(contract) as [EndpointKey, Endpoint][]
  const [uploads, others] = [all.filter(isUpload), all.filter((each) => !isUpload(each))]
  for (const [key, endpoint] of others) bind(app, key, endpoint)
  if (uploads.length === 0) return
  void app.register(async (scope) => {
    await acceptForms(scope)
    for (const [key, endpoint] of uploads) bind(scope, key, endpoint)
  })
}

const isUpload = ([, { upload }]: [EndpointKey, Endpoint]) => upload !== undefined

const logout = 'POST /api/auth/customer/logout'

/** Searching changes nothing: it is a POST so that search terms do not appear in access logs. */
const isRead = (key: EndpointKey) =>
  key.startsWith('GET ') || key === 'POST /api/portal/customer/address-search'

/** Empty if the path has no account or an invalid id, so that it never matches a caller's account. */
function accountIdOf({ params }: FastifyRequest): string {
  const sent = uuid.safeParse((params as { accountId?: string }).accountId)
  return sent.success ? sent.data : ''
}

function callOf(deps: Deps, request: FastifyRequest, reply: FastifyReply): Call & Signals {
  return {
    address: request.ip,
    token: sentToken(request),
    userAgent: (request.headers['user-agent'] ?? 'unknown').slice(0, 300),
    region: toRegion(request.headers[regionHeader.toLowerCase()] as string | undefined),
    requestId: request.id,
    cookie: (name) => readCookie(request.headers.cookie, name),
    setCookie: (cookie) => {
      const isSecure = deps.config.portalOrigin.startsWith('https:')
      void reply.header('set-cookie', cookieHeader(cookie, isSecure))
    },
    setRegion: (region) => void reply.header(regionHeader, region),
    setAccepted: () => void reply.code(202),
    setReplayed: () => void reply.header(replayedHeader, 'true'),
  }
}

type CallerFacts = { caller?: Caller; staff?: StaffCaller; accountId?: string }

/** Identifies the caller, and refuses one who may not make the call now. */
function callerOf(
  { deps, authentication }: Binding,
  limit: ReturnType<typeof sessionLimits>,
  key: EndpointKey,
  endpoint: Endpoint,
): (request: FastifyRequest, reply: FastifyReply) => Promise<CallerFacts> {
  const limited = isRead(key) ? 'session-reads' : 'session-writes'
  const admit = async (caller: Caller, request: FastifyRequest, reply: FastifyReply) => {
    // Logging out is always allowed.
    if (key !== logout) await limit(caller.sessionId, limited)
    if (caller.renewedToken) reply.header(sessionTokenHeader, caller.renewedToken)
    const call = { key, accountId: accountIdOf(request), requestId: request.id }
    await authentication.admitImpersonator(caller, call)
  }
  const { access } = endpoint
  if (isRole(access))
    return async (request) => ({ staff: await authentication.staff(request, access, endpoint) })
  switch (access) {
    case 'public':
      return async () => ({})
    case 'guest':
      return async (request, reply) => {
        const caller = await guestCaller(authentication, sentToken(request))
        if (caller?.impersonatorEmail) await admit(caller, request, reply)
        return { caller }
      }
    case 'customer':
      return async (request, reply) => {
        const caller = await authentication.customer(bearerToken(request))
        await admit(caller, request, reply)
        return { caller }
      }
    case 'account':
      return async (request, reply) => {
        const caller = await authentication.customer(bearerToken(request))
        await admit(caller, request, reply)
        const accountId = accountIdOf(request)
        // The reply is the same for another family's account and for one that does not exist.
        if (!caller.accountIds.includes(accountId)) throw new Refusal('forbidden')
        if (endpoint.upload)
          await countTry(deps.db, [['uploads', accountId]], deps.clock(), deps.config.rateLimits)
        return { caller, accountId }
      }
  }
}

/** The customer who opens a guest's link in a browser with a session. An ended session counts as none. */
async function guestCaller(
  authentication: Authentication,
  token: string | undefined,
): Promise<Caller | undefined> {
  if (token === undefined) return undefined
  try {
    return await authentication.customer(token)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

function sentToken(request: FastifyRequest): string | undefined {
  return /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1]
}

function bearerToken(request: FastifyRequest): string {
  const token = sentToken(request)
  if (!token) throw new Refusal('unauthenticated')
  return token
}

function parse(endpoint: Endpoint, request: FastifyRequest, body: unknown) {
  const params = endpoint.params && checkPath(endpoint.params, request.params)
  if (!endpoint.takesAnyText) refuseUnstorable({ params, query: request.query, body })
  return {
    params,
    query: endpoint.query && check(endpoint.query, request.query),
    body: endpoint.body && check(endpoint.body, body),
    clientRequestId: requestIdOf(endpoint, request.headers[clientRequestIdHeader.toLowerCase()]),
  }
}

/** An invalid id in a path is refused like an id that does not exist. */
export function checkPath<Schema extends z.ZodMiniType>(schema: Schema, params: unknown): z.output<Schema> {
  const issues = schema.safeParse(params).error?.issues ?? []
  if (issues.some((issue) => issue.code === 'invalid_format' && issue.format === 'uuid'))
    throw new Refusal('not_found')
  return check(schema, params)
}

function requestIdOf(endpoint: Endpoint, sent: unknown): string | undefined {
  if (!endpoint.needsClientRequestId && !endpoint.takesClientRequestId) return undefined
  if (endpoint.takesClientRequestId && sent === undefined) return undefined
  return check(clientRequestId, sent, clientRequestIdHeader)
}

export function check<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
  name = 'body',
): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new Refusal('invalid_request', { fields: fieldErrors(result.error.issues, name) })
}

/** Every reply is checked too: a field that is not in the contract is never sent. */
function senderOf({ reply: schema }: Endpoint): (reply: FastifyReply, value: unknown) => FastifyReply {
  if (isFile(schema)) return (reply, value) => sendFile(reply, value as FileReply, schema)
  const write = schema ? replyWriter(schema) : () => '{}'
  // Sent as bytes: for long texts Node would make an extra copy, a tenth of the cost of a page of transactions.
  return (reply, value) => reply.type('application/json; charset=utf-8').send(Buffer.from(write(value)))
}

/** Escapes characters that are allowed in a URL, but not in this header. */
const percentOf = (mark: string) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`

function sendFile(reply: FastifyReply, file: FileReply, { contentTypes }: FileDeclaration): FastifyReply {
  const contentType = contentTypes.length === 1 ? contentTypes[0] : (file as FileOfSomeType).contentType
  if (!contentTypes.includes(contentType)) throw new Error(`${contentType} is not declared for this call`)
  // Header values are plain ASCII: anything else would break the reply, and half a surrogate pair cannot be encoded.
  const name = encodeURIComponent(file.fileName.toWellFormed()).replace(/['()*]/g, percentOf)
  return (
    reply
      .type(contentType)
      .header(fileNameHeader, name)
      .header('content-disposition', `attachment; filename*=UTF-8''${name}`)
      .header('cache-control', 'private, no-store')
      // If a browser opens the file anyway, it is a page without rights.
      .header('content-security-policy', "sandbox; default-src 'none'")
      .send(Buffer.from(file.bytes))
  )
}
