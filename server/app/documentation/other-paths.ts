import { importKinds, importLine, importQuery } from '#contract/staff-imports.ts'
import { liveQueue } from '#contract/staff-live.ts'
import type { RefusalCode } from '#domain/refusal.ts'
import { regions } from '#domain/region.ts'
import {
  contributionCallback,
  contributionSignatureHeader,
} from '../../desk-api/accounts/contribution-callback.ts'
import type { Json, JsonSchemas } from './json-schemas.ts'
import { operationId } from './operation.ts'
import type { RefusalReplies } from './refusal-replies.ts'
import { headers, type DocumentName } from './components.ts'

export type OtherPath = {
  document: DocumentName
  method: 'GET' | 'POST'
  path: string
  tag: { name: string; about: string }
  operation: Json
}

type Collected = { schemas: JsonSchemas; refusals: RefusalReplies }

const calendar = { name: 'Calendar', about: '' }
const live = { name: 'Live', about: 'Changes as they happen.' }
const imports = { name: 'Imports', about: 'Importing whole files.' }
const callbacks = {
  name: 'Callbacks',
  about: 'Calls from other systems, which are authenticated by a signature instead of a token.',
}

/** Paths whose request or reply is not JSON, and which are therefore not in the contract's tables. */
export function otherPaths(collected: Collected): OtherPath[] {
  return [
    path('customer', 'GET /api/calendar/:feedKey', calendar, calendarFeed(collected)),
    path('staff', 'POST /api/staff/imports/:kind', imports, importFile(collected)),
    path('staff', 'GET /api/staff/live', live, liveStream(collected)),
    path('staff', 'POST /webhooks/stripe/:region', callbacks, stripe(collected)),
    path('staff', 'POST /webhooks/contribution', callbacks, contribution(collected)),
  ]
}

function path(document: DocumentName, key: string, tag: OtherPath['tag'], operation: Json): OtherPath {
  const [method, template] = key.split(' ') as [OtherPath['method'], string]
  const named = { operationId: operationId(method, template), tags: [tag.name], ...operation }
  return { document, method, path: template, tag, operation: named }
}

const refused = ({ refusals }: Collected, ...codes: RefusalCode[]) =>
  refusals.byStatus([...codes, 'server_error', 'unavailable'])

function calendarFeed(collected: Collected): Json {
  return {
    summary: 'Future payments, for a calendar that subscribes to them',
    description:
      'The address is returned by `POST …/calendar-feed`. Calendars cannot log in, so anyone who has the address sees the payments until it is revoked.',
    security: [],
    parameters: [
      {
        name: 'feedKey',
        in: 'path',
        required: true,
        description: 'The secret of the feed; `.ics` may follow it, which some calendars need.',
        schema: { type: 'string' },
      },
      {
        name: 'If-None-Match',
        in: 'header',
        description: 'The ETag of the last reply.',
        schema: { type: 'string' },
      },
    ],
    responses: {
      200: {
        description: 'The calendar.',
        headers: headers('RequestId', 'EntityTag', 'ContentDisposition'),
        content: { 'text/calendar': { schema: { type: 'string' } } },
      },
      304: {
        description: 'Nothing has changed since the reply with that ETag.',
        headers: headers('RequestId', 'EntityTag'),
      },
      ...refused(collected, 'not_found', 'rate_limited'),
    },
  }
}

function importFile(collected: Collected): Json {
  const { schemas } = collected
  return {
    summary: 'Imports a CSV file, either all of it or nothing',
    description:
      'The file is checked as it arrives. The reply is a line of JSON for each step and one for the result; it begins with status 200 before the whole file was read, so only the last line contains the outcome.',
    security: [{ staffToken: [] }],
    parameters: [
      {
        name: 'kind',
        in: 'path',
        required: true,
        description: 'The kind of data in the file.',
        schema: { type: 'string', enum: [...importKinds] },
      },
      ...Object.entries(importQuery.shape).map(([name, each]) => {
        const { description, ...schema } = schemas.of(each, 'input')
        return { name, in: 'query', required: name === 'reason', description, schema }
      }),
    ],
    requestBody: { required: true, content: { 'text/csv': { schema: { type: 'string' } } } },
    responses: {
      200: {
        description: 'Lines of JSON with the progress and, at the end, the outcome.',
        headers: headers('RequestId'),
        content: { 'application/x-ndjson': { schema: schemas.of(importLine, 'output') } },
      },
      ...refused(
        collected,
        'invalid_request',
        'unauthenticated',
        'forbidden',
        'two_factor_required',
        'not_found',
        'payload_too_large',
        'unsupported_media_type',
      ),
    },
  }
}

function liveStream(collected: Collected): Json {
  return {
    summary: 'Server-sent events about changes in the queue',
    description:
      'An event `queue` is sent at once and whenever something in the queue of the caller’s role changes; its data is JSON. An event `over` says that the session has ended, and ends the stream. Listening does not keep a session alive. A client that loses the stream should connect again.',
    security: [{ staffToken: [] }],
    parameters: [],
    responses: {
      200: {
        description: 'Events, until the session or the connection ends.',
        headers: headers('RequestId'),
        content: { 'text/event-stream': { schema: collected.schemas.of(liveQueue, 'output') } },
      },
      ...refused(collected, 'unauthenticated', 'forbidden', 'two_factor_required'),
    },
  }
}

const storedReply = {
  description: 'Stored. It is processed later, and only once, however often it is sent.',
  headers: headers('RequestId'),
  content: {
    'application/json': {
      schema: { type: 'object', properties: { received: { const: true } }, required: ['received'] },
      example: { received: true },
    },
  },
}

function signatureIn(name: string, description: string): Json {
  return { name, in: 'header', required: true, description, schema: { type: 'string' } }
}

function stripe(collected: Collected): Json {
  return {
    summary: 'An event from Stripe',
    description:
      'Register this address as a webhook endpoint at Stripe, once for each region. Only the ids of an event are stored; its content is fetched again.',
    security: [],
    parameters: [
      {
        name: 'region',
        in: 'path',
        required: true,
        description: 'The region of the Stripe account that sends the event.',
        schema: { type: 'string', enum: [...regions] },
      },
      signatureIn('Stripe-Signature', 'Stripe’s signature over the body, at most five minutes old.'),
    ],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { type: 'object', description: 'Stripe’s event object.' } } },
    },
    responses: {
      200: storedReply,
      ...refused(collected, 'invalid_request', 'not_found', 'payload_too_large', 'unsupported_media_type'),
    },
  }
}

function contribution(collected: Collected): Json {
  return {
    summary: 'The fund reports that a contributor has started or stopped',
    description: 'Only where a secret for the fund is configured. The same id counts once.',
    security: [],
    parameters: [
      signatureIn(
        contributionSignatureHeader,
        'Hex: HMAC-SHA256 over the bytes of the body, with the shared secret.',
      ),
    ],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: collected.schemas.of(contributionCallback, 'input'),
          example: {
            id: 'evt-20270301-0001',
            customerId: '0d9c9f3e-2f0a-4a53-9a44-2f1f3b6f5a10',
            status: 'Active',
            happenedAt: '2027-03-01T02:15:00Z',
          },
        },
      },
    },
    responses: {
      200: storedReply,
      ...refused(collected, 'invalid_request', 'not_found', 'payload_too_large', 'unsupported_media_type'),
    },
  }
}
