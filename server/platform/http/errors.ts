import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { declineText } from '#domain/payments.ts'
import { fieldRefusal, Refusal, type RefusalCode } from '#domain/refusal.ts'
import { isDatabaseUnavailable, isUnstorableText } from '../database/open.ts'
import { ProviderFailure } from '../providers/provider-failure.ts'
import { refusals } from './refusals.ts'

/** Seconds to wait before a retry when the database or a provider is unavailable. */
const retryAfterSeconds = 5

/** Refusals with a server status that are expected because this installation lacks a feature: nothing has failed. */
const expectedCodes: readonly RefusalCode[] = ['unhandled_environment']

/** The one place where an error becomes a reply. Handlers never catch. */
export function replyWithError(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = toRefusal(error)
  const { status } = refusals[refusal.code]
  if (status >= 500 && !expectedCodes.includes(refusal.code)) {
    request.log.error(
      { reqId: request.id, err: error, route: request.routeOptions.url, method: request.method },
      'request failed',
    )
  }
  if (refusal.retryAfterSeconds) reply.header('retry-after', String(refusal.retryAfterSeconds))
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(
      JSON.stringify({
        code: refusal.code,
        msg: refusalMessage(refusal),
        fields: refusal.fields,
        payment: refusal.payment,
        request: refusal.request,
        sentCode: refusal.sentCode,
      }),
    )
}

/** The message that the reader of a refusal sees. */
export function refusalMessage({ code, reason, methodType, environment, values }: Refusal): string {
  if (reason) return declineText(reason, methodType)
  const placeholders: Record<string, string> = { environment: environment ?? '', ...values }
  return refusals[code].msg.replace(/\{(\w+)\}/g, (_, name: string) => placeholders[name] ?? '')
}

function toRefusal(error: FastifyError | Error): Refusal {
  if (error instanceof Refusal) return error
  if (isDatabaseUnavailable(error) || error instanceof ProviderFailure)
    return new Refusal('unavailable', { retryAfterSeconds })
  if (isUnstorableText(error)) return fieldRefusal({ body: 'This holds a character that is not text' })
  const code = codeOfStatus(isOfFramework(error) ? error.statusCode : undefined)
  return new Refusal(
    code,
    code === 'invalid_request' ? { fields: { body: 'This is not readable as JSON' } } : {},
  )
}

/** Errors of other libraries have statuses too, which say nothing about the received request. */
function isOfFramework(error: Error): error is FastifyError {
  return 'code' in error && typeof error.code === 'string' && error.code.startsWith('FST_')
}

/** The web framework refuses unreadable requests before any handler runs. */
function codeOfStatus(status: number | undefined): RefusalCode {
  if (status === 413) return 'payload_too_large'
  if (status === 415) return 'unsupported_media_type'
  return status !== undefined && status >= 400 && status < 500 ? 'invalid_request' : 'server_error'
}
