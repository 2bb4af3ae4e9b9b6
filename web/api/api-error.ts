import type { PaymentFacts, RefusalReply } from '#contract/wire.ts'

/** The one way in which a call fails. */
export class ApiError extends Error {
  /** 0 when no reply came at all. */
  readonly status: number
  readonly code: RefusalReply['code'] | 'unreachable'
  /** A sentence for the customer, from the server. */
  readonly msg: string
  readonly fields: Record<string, string>
  /** The payment that came first, where one stands in the way of another. */
  readonly payment: PaymentFacts | null
  /** Names the call in the server's logs. */
  readonly requestId: string | null

  constructor(
    status: number,
    reply: { code: ApiError['code']; msg: string; fields?: Record<string, string>; payment?: PaymentFacts },
    requestId: string | null,
  ) {
    super(`${status} ${reply.code}: ${reply.msg}`)
    this.name = 'ApiError'
    this.status = status
    this.code = reply.code
    this.msg = reply.msg
    this.fields = reply.fields ?? {}
    this.payment = reply.payment ?? null
    this.requestId = requestId
  }
}

/** The server understood and said no: asking again brings the same answer. */
export function isRefused(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status >= 400 && error.status < 500
}
