import type { ClosedRequest, PaymentFacts, RefusalReply, SentCode } from '#contract/wire.ts'

/** Every failed call throws this. */
export class ApiError extends Error {
  /** 0 when there was no reply. */
  readonly status: number
  readonly code: RefusalReply['code'] | 'unreachable'
  /** The server's message for the customer. */
  readonly msg: string
  readonly fields: Record<string, string>
  /** The earlier payment, when it blocks this one. */
  readonly payment: PaymentFacts | null
  /** A payment request that can no longer be paid. */
  readonly request: ClosedRequest | null
  /** The code that was sent a moment ago, when it is too soon for another one. */
  readonly sentCode: SentCode | null
  /** When the server says that a retry makes sense. */
  readonly retryAfterSeconds: number | null
  /** Identifies the call in the server's logs. */
  readonly requestId: string | null

  constructor(
    status: number,
    reply: Omit<RefusalReply, 'code'> & { code: ApiError['code'] },
    requestId: string | null,
    retryAfterSeconds: number | null = null,
  ) {
    super(`${status} ${reply.code}: ${reply.msg}`)
    this.name = 'ApiError'
    this.status = status
    this.code = reply.code
    this.msg = reply.msg
    this.fields = reply.fields ?? {}
    this.payment = reply.payment ?? null
    this.request = reply.request ?? null
    this.sentCode = reply.sentCode ?? null
    this.retryAfterSeconds = retryAfterSeconds
    this.requestId = requestId
  }
}

/** The server refused. A retry would get the same answer. */
export function isRefused(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status >= 400 && error.status < 500
}
