import { timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import type { Clock } from './clock/clock.ts'
import { httpActions } from './faults/actions.ts'
import { json } from './http.ts'
import type { Answer, Incoming, Reply } from './http.ts'
import type { Ids } from './ids.ts'
import type { Provider } from './provider.ts'

/** The caller of FrankieOne's compliance API, for documents and people. */
type FrankieCustomer = { id: string; key: string }
export type FrankieTools = { customer: FrankieCustomer; ids: Ids; clock: Clock }

/** One of its calls, for the customer who has the right key. */
export function frankieProvider(
  name: string,
  { customer, ids }: FrankieTools,
  path: `/compliance/v1.2/${string}`,
  answer: (request: Incoming) => Reply,
): Provider {
  const failure = (status: number) => fail(ids, status)
  return {
    name,
    actions: httpActions,
    failure,
    routes: {
      [`POST ${path}`]: (request: Incoming) =>
        isAuthentic(request, customer) ? answer(request) : failure(401),
    },
  }
}

function isAuthentic({ headers }: Incoming, { id, key }: FrankieCustomer): boolean {
  const given = Buffer.from(`${String(headers['x-frankie-customerid'])} ${String(headers['api_key'])}`)
  const expected = Buffer.from(`${id} ${key}`)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

const messages: Record<number, string> = {
  400: 'The request is not valid.',
  401: 'The api_key is not valid for this customer.',
  429: 'Too many requests.',
  503: 'The service is not available.',
}

type RequestFault = { field: string; issue: string }

/** What was sent, or its first fault: an unknown field, a missing one, or one of the wrong type. */
export function readJson<Schema extends z.ZodMiniType>(
  schema: Schema,
  { body }: Incoming,
): z.infer<Schema> | RequestFault {
  const { data, error } = z.safeParse(schema, jsonIn(body))
  const [first] = error?.issues ?? []
  if (!first) return data as z.infer<Schema>
  return first.code === 'unrecognized_keys'
    ? { field: [...first.path, first.keys[0]].join('.'), issue: 'is unknown' }
    : { field: first.path.join('.'), issue: first.message }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function fail(ids: Ids, status: number, fault?: RequestFault): Answer {
  return json(status, {
    errorCode: `API-0${status}`,
    errorMsg: messages[status] ?? 'Something went wrong.',
    httpStatusCode: status,
    ...(fault && { issues: [{ issueLocation: fault.field, issue: fault.issue }] }),
    requestId: requestId(ids),
  })
}

/** Theirs sort by time; these only look similar. */
export const requestId = (ids: Ids) => ids.next('01', 24).toUpperCase()
