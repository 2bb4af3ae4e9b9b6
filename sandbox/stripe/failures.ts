/** The `error` in the body of a refusal. */
export type Failure = {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  message: string
  code?: string
  decline_code?: string
  param?: string
  charge?: string
  payment_intent?: unknown
  setup_intent?: unknown
  payment_method?: unknown
  payment_method_type?: string
  doc_url?: string
}

/** Thrown by an endpoint that refuses. `isKept` if an idempotency key will repeat it. */
export class Refused extends Error {
  readonly status: number
  readonly failure: Failure
  readonly isKept: boolean
  constructor(status: number, failure: Failure, isKept: boolean) {
    super(failure.message)
    this.status = status
    this.failure = failure
    this.isKept = isKept
  }
}

export const documentationOf = (code: string) =>
  `https://docs.stripe.com/error-codes#${code.replaceAll('_', '-')}`

/** The request is invalid; nothing was started, so no idempotency key remembers it. */
export function invalid(message: string, { code, param }: { code?: string; param?: string } = {}): Refused {
  return new Refused(400, invalidRequest(message, { code, param }), false)
}

/** The request is valid, but not in the current state. */
export function impossible(
  code: string | undefined,
  message: string,
  details: Partial<Failure> = {},
): Refused {
  return new Refused(400, invalidRequest(message, { code, ...details }), true)
}

function invalidRequest(message: string, { code, param, ...details }: Partial<Failure>): Failure {
  return {
    ...(code !== undefined && { code, doc_url: documentationOf(code) }),
    message,
    ...(param !== undefined && { param }),
    ...details,
    type: 'invalid_request_error',
  }
}

/** A missing object in the path is a 404; in a parameter it is a 400. */
export function missing(noun: string, id: string, param?: string): Refused {
  const failure = invalidRequest(`No such ${noun}: '${id}'`, {
    code: 'resource_missing',
    param: param ?? 'id',
  })
  return new Refused(param === undefined ? 404 : 400, failure, false)
}
