import type * as z from 'zod/mini'
import type { ApprovalKind } from '#domain/approvals.ts'
import type { RefusalCode } from '#domain/refusal.ts'
import { staffRoles, type StaffRole } from '#domain/staff.ts'

/**
 * Who may call an endpoint.
 * - `public`: the log-in service and settings; a bearer token is neither needed nor read.
 * - `guest`: a guest holding a payment-request id.
 * - `customer`: a bearer token.
 * - `account`: a bearer token whose customer is a member of `:accountId`.
 * - a role: a bearer token of staff whose role is at least this one.
 */
export type Access = 'public' | 'guest' | 'customer' | 'account' | StaffRole

export const isRole = (access: Access): access is StaffRole =>
  (staffRoles as readonly Access[]).includes(access)

/** A reply that is a file: its bytes, with the name in the `x-filename` header. */
export type FileDeclaration = { contentTypes: readonly [string, ...string[]] }

/** Declares a reply that is a file of this type, or of one of these. */
export function file<const Types extends FileDeclaration['contentTypes']>(...contentTypes: Types) {
  return { contentTypes }
}

export const isFile = (reply: Endpoint['reply']): reply is FileDeclaration =>
  reply !== undefined && 'contentTypes' in reply

export type Endpoint = {
  summary: string
  /** Details for the API reference, in Markdown. */
  description?: string
  access: Access
  /** A write of staff that changes nothing for a family or the company, so it needs no reason. */
  needsNoReason?: true
  /** A call of staff that is open to people who still have to set up the required second factor. */
  isOpenBeforeTwoFactor?: true
  params?: z.ZodMiniObject
  query?: z.ZodMiniObject
  /** A JSON body, or for uploads the text parts of a multipart form (see `upload`). */
  body?: z.ZodMiniType
  /** The name of the file part of a multipart form. */
  upload?: string
  /**
   * The call moves money or must not be repeated: the client's request id (the idempotency key) is a required header.
   */
  needsClientRequestId?: true
  /** The same header is optional. */
  takesClientRequestId?: true
  /** A reply that repeats an earlier one, to the same client request id, is marked as such. */
  marksRepeats?: true
  /** The handler accepts characters that the database cannot store; other calls refuse them. */
  takesAnyText?: true
  /** Without it, the reply is an empty object. */
  reply?: z.ZodMiniType | FileDeclaration
  /**
   * For staff: what a second person is asked for before it happens; always where it is always only accepted, otherwise
   * in some cases. An action of a family asks for what the call that it names asks for.
   */
  asksFor?: ApprovalKind | 'AsItsCall'
  /** Set if the reply comes with status 202, always or sometimes; `about` says what is still open then. */
  accepted?: { about: string; always?: true }
  /** The purpose of the cookie that the reply may set. */
  cookie?: string
  /** The refusals of the call, besides those that follow from its access and `not_found` for an id in its path. */
  refusals?: readonly RefusalCode[]
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type EndpointKey = `${Method} /api/${string}`
export type EndpointTable = Record<EndpointKey, Endpoint>

/** Checks a feature's table without widening it, so that keys and schemas stay literal types. */
export function endpoints<const Table extends EndpointTable>(table: Table): Table {
  return table
}

type Input<Schema> = Schema extends z.ZodMiniType ? z.input<Schema> : undefined
type Output<Schema> = Schema extends z.ZodMiniType ? z.output<Schema> : undefined

/** What a caller sends, before parsing. */
export type RequestOf<E extends Endpoint> = {
  [Part in 'params' | 'query' | 'body' as E[Part] extends z.ZodMiniType ? Part : never]: Input<E[Part]>
}

/** What a handler receives, after parsing. */
export type ParsedOf<E extends Endpoint> = {
  params: Output<E['params']>
  query: Output<E['query']>
  body: Output<E['body']>
}

/** What a caller receives. */
export type ReplyOf<E extends Endpoint> = E['reply'] extends z.ZodMiniType
  ? z.output<E['reply']>
  : E['reply'] extends FileDeclaration
    ? E['reply']['contentTypes'] extends readonly [string]
      ? FileReply
      : FileOfSomeType
    : Record<string, never>

export type FileReply = { bytes: Uint8Array; fileName: string }
/** If several types are declared, the handler names the type of this file. */
export type FileOfSomeType = FileReply & { contentType: string }
