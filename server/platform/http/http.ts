import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import type * as z from 'zod/mini'
import {
  isFile,
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
import type { Deps } from '../deps.ts'
import { acceptForms, readForm, type SentFile } from '../files/read-form.ts'
import { countTry } from '../rate-limit/rate-limit.ts'
import { sessionLimits } from '../rate-limit/session-limits.ts'
import type { Statement } from '../database/sql.ts'
import { cookieHeader, readCookie, type Cookie } from './cookies.ts'
import { fieldErrors } from './plain-issues.ts'
import { replyWriter } from './reply-writer.ts'
import { refuseUnstorable } from './storable.ts'
import { callerColumns, type CallerColumns } from '../../people/session/session.store.ts'
import {
  authenticate,
  authenticateAndRead,
  type Caller,
  type SessionUser,
} from '../../people/session/session.ts'
import { admitImpersonator } from '../../people/impersonation/impersonation.ts'
import type { StaffCaller } from '../../people/staff-access/staff-caller.ts'
import { authenticateStaff, staffToken } from '../../people/staff-access/staff-session.ts'

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
  cookie(name: string): string | undefined
  setRegion(region: Region): void
}

/** What a handler may say besides its reply, where the endpoint declares it. */
export type Signals = {
  setCookie(cookie: Cookie): void
  /** What was asked for is under way and its outcome not known yet. */
  setAccepted(): void
  /** The reply was given before, to the same request. */
  setReplayed(): void
}

type SignalsOf<E extends Endpoint> = (E['cookie'] extends string ? Pick<Signals, 'setCookie'> : object) &
  (E['accepted'] extends object ? Pick<Signals, 'setAccepted'> : object) &
  (E['marksRepeats'] extends true ? Pick<Signals, 'setReplayed'> : object)

type CallerOf<A extends Access> = A extends 'customer'
  ? { caller: Caller }
  : A extends 'account'
    ? { caller: Caller; accountId: string }
    : A extends 'staff'
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
) => Promise<ReplyOf<E>>

/** What a read is asked for. */
export type Asked<Query> = { now: Date; query: Query }

/**
 * A reply made of one read of an account. Its statement is part of the one that authenticates the caller, in one round
 * trip, and refers to the account by the columns of that. The reply is made once it is settled that the caller may.
 */
export type AccountReader<Reply, Query = undefined> = {
  ask(asked: Asked<Query>, caller: CallerColumns): Statement
  answer(found: Record<string, unknown>, asked: Asked<Query>, user: SessionUser): Reply | Promise<Reply>
}

type ReaderOf<E extends Endpoint> = E['access'] extends 'account'
  ? AccountReader<ReplyOf<E>, ParsedOf<E>['query']>
  : never

/** A feature's answers to its part of the contract: all of them, or it does not compile. */
export type Handlers<Table extends EndpointTable> = {
  [Key in keyof Table]: Table[Key] extends Endpoint ? Handler<Table[Key]> | ReaderOf<Table[Key]> : never
}

type AnyHandler = (call: Record<string, unknown>) => Promise<unknown>
type AnyReader = AccountReader<unknown, unknown>

/** Binds the whole contract: every declared endpoint is a route, and nothing else under /api is. */
export function bindContract<Table extends EndpointTable>(
  app: FastifyInstance,
  deps: Deps,
  contract: Table,
  handlers: Record<keyof Table, unknown>,
): void {
  const limit = sessionLimits(deps)
  const bind = (scope: FastifyInstance, key: EndpointKey, endpoint: Endpoint) => {
    const [method, url] = key.split(' ') as [string, string]
    const given = handlers[key as keyof Table] as AnyHandler | AnyReader
    const send = senderOf(endpoint)
    const admit = admitterOf(deps, limit, key)
    const handler: RouteHandlerMethod =
      typeof given === 'object'
        ? async (request, reply) => send(reply, await readFor(deps, admit, endpoint, given, request, reply))
        : async (request, reply) => {
            const call = await callOf(deps, admit, endpoint, request, reply)
            const form = endpoint.upload === undefined ? undefined : await readForm(request, endpoint.upload)
            const parsed = parse(endpoint, request, form ? form.fields : request.body)
            return send(reply, await given({ ...call, ...parsed, file: form?.file }))
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

/** Searching changes nothing: it is a POST only because what is typed should stand in nobody's log of addresses. */
const isRead = (key: EndpointKey) =>
  key.startsWith('GET ') || key === 'POST /api/portal/customer/address-search'

/** Checks whether the caller may call now: the rate limit, and who impersonates them. */
type Admit = (user: SessionUser, request: FastifyRequest, reply: FastifyReply) => Promise<void>

function admitterOf(deps: Deps, limit: ReturnType<typeof sessionLimits>, key: EndpointKey): Admit {
  const limited = isRead(key) ? 'session-reads' : 'session-writes'
  return async (user, request, reply) => {
    // Logging out is always allowed.
    if (key !== logout) await limit(user.sessionId, limited)
    if (user.renewedToken) reply.header(sessionTokenHeader, user.renewedToken)
    await admitImpersonator(deps, user, { key, accountId: accountIdOf(request), requestId: request.id })
  }
}

/** Empty where the path names no account, or something that is no id: that is nobody's account. */
function accountIdOf({ params }: FastifyRequest): string {
  const sent = uuid.safeParse((params as { accountId?: string }).accountId)
  return sent.success ? sent.data : ''
}

/** The same answer for another family's account and for one that does not exist. */
function refuseStranger(isMember: boolean): void {
  if (!isMember) throw new Refusal('forbidden')
}

/** Who calls is settled before what they send is looked at: a stranger learns nothing from validation. */
async function callOf(
  deps: Deps,
  admit: Admit,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const call: Call & Signals = {
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
  if (endpoint.access === 'public') return call
  if (endpoint.access === 'guest') {
    const caller = await holderOf(deps, call.token)
    if (caller?.impersonatorEmail) await admit(caller, request, reply)
    return { ...call, caller }
  }
  if (endpoint.access === 'staff') {
    const staff = await authenticateStaff(deps, staffToken(request), endpoint.role ?? 'admin', endpoint)
    return { ...call, staff }
  }
  const caller = await authenticate(deps, bearerToken(request))
  await admit(caller, request, reply)
  if (endpoint.access === 'customer') return { ...call, caller }
  const accountId = accountIdOf(request)
  refuseStranger(caller.accountIds.includes(accountId))
  if (endpoint.upload) await countTry(deps.db, [['uploads', accountId]], deps.clock(), deps.config.rateLimits)
  return { ...call, caller, accountId }
}

/** Who holds a guest's link, if their browser also has a session. One that has ended is none. */
async function holderOf(deps: Deps, token: string | undefined): Promise<Caller | undefined> {
  if (token === undefined) return undefined
  try {
    return await authenticate(deps, token)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

/**
 * The answer of a reader. What was sent has to be looked at before it is known who sent it, since their question goes
 * along with that one; a fault in it is kept back until then.
 */
async function readFor(
  deps: Deps,
  admit: Admit,
  endpoint: Endpoint,
  reader: AnyReader,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const asked = { now: deps.clock(), query: undefined as unknown }
  let statement: Statement | undefined
  let fault: Error | undefined
  try {
    refuseUnstorable({ query: request.query })
    asked.query = endpoint.query && check(endpoint.query, request.query)
    statement = reader.ask(asked, callerColumns)
  } catch (error) {
    fault = error as Error
  }
  const read = { accountId: accountIdOf(request), statement }
  const { user, isMember, found } = await authenticateAndRead(deps, bearerToken(request), read)
  await admit(user, request, reply)
  refuseStranger(isMember)
  if (fault) throw fault
  return reader.answer(found, asked, user)
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

/** An id in a path that cannot be one of ours names nothing, like one that does not exist. */
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

/** Every reply is checked too: a field that the contract does not name is never sent. */
function senderOf({ reply: schema }: Endpoint): (reply: FastifyReply, value: unknown) => FastifyReply {
  if (isFile(schema)) return (reply, value) => sendFile(reply, value as FileReply, schema)
  const write = replyWriter(schema)
  // As bytes: node would copy a text of some length aside and wait for it, a tenth of the cost of a page of transactions.
  return (reply, value) => reply.type('application/json; charset=utf-8').send(Buffer.from(write(value)))
}

/** What may stand in an address as it is, but not in this header. */
const percentOf = (mark: string) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`

function sendFile(reply: FastifyReply, file: FileReply, { contentTypes }: FileDeclaration): FastifyReply {
  const contentType = contentTypes.length === 1 ? contentTypes[0] : (file as FileOfSomeType).contentType
  if (!contentTypes.includes(contentType)) throw new Error(`${contentType} is not declared for this call`)
  // Header values are plain ASCII: anything else would break the reply, and half a letter cannot be written at all.
  const name = encodeURIComponent(file.fileName.toWellFormed()).replace(/['()*]/g, percentOf)
  return (
    reply
      .type(contentType)
      .header(fileNameHeader, name)
      .header('content-disposition', `attachment; filename*=UTF-8''${name}`)
      .header('cache-control', 'private, no-store')
      // Opened all the same, it is a page without rights.
      .header('content-security-policy', "sandbox; default-src 'none'")
      .send(Buffer.from(file.bytes))
  )
}
