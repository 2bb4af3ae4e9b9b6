import {
  clientRequestIdHeader,
  fileNameHeader,
  regionHeader,
  replayedHeader,
  requestIdHeader,
  sessionTokenHeader,
} from '#contract/headers.ts'
import { clientRequestId } from '#contract/wire.ts'
import { regions } from '#domain/region.ts'
import { JsonSchemas, type Json } from './json-schemas.ts'

export const documentNames = ['customer', 'guest', 'staff'] as const
export type DocumentName = (typeof documentNames)[number]

const text = { type: 'string' }

/** Parameters that many operations share, by their name in `components`. */
export const sharedParameters = {
  Region: {
    name: regionHeader,
    in: 'header',
    description:
      'The region of the calling portal, which is a hint for calls without an account. The default is AU.',
    schema: { type: 'string', enum: [...regions] },
  },
  RegionOfForm: {
    name: regionHeader,
    in: 'header',
    required: true,
    description:
      'Required with a form, because a foreign page can post a form, but not with this header. Its value does not matter.',
    schema: { type: 'string', enum: [...regions] },
  },
  ClientRequestId: {
    name: clientRequestIdHeader,
    in: 'header',
    required: true,
    description:
      'The idempotency key. The caller chooses a new one for each operation and sends it again with every retry. The same key with another body is refused with 409.',
    schema: new JsonSchemas().of(clientRequestId, 'input'),
    example: '7b0b1c8e-4f0e-4a57-9a51-0c6d1f4d2b11',
  },
  OptionalClientRequestId: {
    name: clientRequestIdHeader,
    in: 'header',
    description: 'The idempotency key. With it, the call can be repeated without a second effect.',
    schema: new JsonSchemas().of(clientRequestId, 'input'),
    example: '7b0b1c8e-4f0e-4a57-9a51-0c6d1f4d2b11',
  },
} satisfies Record<string, Json>

export const sharedHeaders = {
  RequestId: {
    description: `${requestIdHeader} identifies the call in our logs. Name it when you report a problem.`,
    schema: { type: 'string', format: 'uuid' },
  },
  SessionToken: {
    description: 'A new session token, which replaces the one that was sent. Only some replies have it.',
    schema: text,
  },
  FileName: { description: 'The name of the file, percent-encoded.', schema: text },
  ContentDisposition: { description: 'The same name for browsers, as an attachment.', schema: text },
  Replayed: {
    description:
      'The reply repeats an earlier one to the same client request id. The call had no further effect.',
    schema: { type: 'string', const: 'true' },
  },
  RetryAfter: {
    description: 'Seconds to wait before a retry.',
    schema: { type: 'string', pattern: '^\\d+$' },
  },
  RegionOfReply: {
    description: 'The region of the requested item, if it is not that of the calling portal.',
    schema: { type: 'string', enum: [...regions] },
  },
  EntityTag: { description: 'Changes with the content; send it as If-None-Match.', schema: text },
} satisfies Record<string, Json>

export type HeaderName = keyof typeof sharedHeaders

const headerNames: Record<HeaderName, string> = {
  RequestId: requestIdHeader,
  SessionToken: sessionTokenHeader,
  FileName: fileNameHeader,
  ContentDisposition: 'Content-Disposition',
  Replayed: replayedHeader,
  RetryAfter: 'Retry-After',
  RegionOfReply: regionHeader,
  EntityTag: 'ETag',
}

export function headers(...names: HeaderName[]): Json {
  return Object.fromEntries(
    names.map((name) => [headerNames[name], { $ref: `#/components/headers/${name}` }]),
  )
}

export const securitySchemes = {
  customerToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'The session token of a customer, from otp-login or token-login. Some replies have a new one in X-Larkwell-Session-Token, which replaces it.',
  },
  staffToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The session token of a member of staff, from POST /api/staff/token.',
  },
  paymentLink: {
    type: 'apiKey',
    in: 'query',
    name: 'request',
    description:
      'The secret in the link of a payment request. Calls with a body have it there, as repaymentRequestId.',
  },
} satisfies Record<string, Json>
