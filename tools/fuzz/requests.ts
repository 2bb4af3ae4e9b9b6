import fc from 'fast-check'
import * as z from 'zod/mini'
import { contract } from '#contract/contract.ts'
import { isRole, type Endpoint } from '#contract/endpoint.ts'
import { staffContract } from '#contract/staff.ts'
import { samplePdf, samplePng } from '../testing/sample-files.ts'
import { canary, nastyTexts, valueOf, type JsonSchema } from './values.ts'

export type FuzzedRequest = {
  route: string
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer | null
}

/** Who calls, and what exists. */
export type World = {
  /** The sessions in `ending` are for calls that log out. */
  tokens: { customer: string; staff: string; ending: { customer: string; staff: string } }
  /** Ids of the caller's own family, and of the family and colleague that staff deal with. */
  known: { own: string[]; others: string[] }
}

/** It fails on purpose. */
const left = new Set(['POST /api/auth/customer/test-error'])

export const fuzzedRoutes = Object.entries({ ...contract, ...staffContract } as Record<
  string,
  Endpoint
>).filter(([key]) => !left.has(key))

const schemaOf = (schema: z.ZodMiniType): JsonSchema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema

/** Requests to one route, from its own schemas: most of them nearly right, some of them hardly requests. */
export function requestsTo([key, endpoint]: [string, Endpoint], world: World): fc.Arbitrary<FuzzedRequest> {
  const [method = '', pattern = ''] = key.split(' ')
  const known = isRole(endpoint.access) ? world.known.others : world.known.own
  return fc
    .record({
      path: pathOf(pattern, endpoint, known),
      query: queryOf(endpoint, known),
      headers: headersOf(pattern, endpoint, world),
      body: method === 'GET' ? fc.constant(none) : bodyOf(endpoint, known),
    })
    .map(({ path, query, headers, body }) => ({
      route: key,
      method,
      path: path + query,
      headers: { ...body.headers, ...headers },
      body: body.bytes,
    }))
}

const none: Body = { headers: {}, bytes: null }

/** Half a letter cannot be in a URL. */
const encoded = (value: unknown) =>
  encodeURIComponent((typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed())

function pathOf(pattern: string, { params }: Endpoint, known: string[]): fc.Arbitrary<string> {
  const names = [...pattern.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const shape = (params ? schemaOf(params).properties : undefined) ?? {}
  const values = names.map((name) =>
    fc.oneof(
      {
        weight: 15,
        arbitrary: valueOf(
          name === 'accountId' ? { enum: known.slice(0, 1) } : (shape[name] ?? {}),
          known,
        ).map(encoded),
      },
      {
        weight: 1,
        arbitrary: fc.constantFrom('%00', '%', '%zz', '%c0%af', '%2e%2e%2f', '..', '%252e', '%ff', ';a=1'),
      },
    ),
  )
  const spelt = fc.oneof(
    { weight: 20, arbitrary: fc.constant((path: string) => path) },
    { weight: 1, arbitrary: fc.constant((path: string) => path.replace('/api', '/%61pi')) },
    { weight: 1, arbitrary: fc.constant((path: string) => `${path}/`) },
    { weight: 1, arbitrary: fc.constant((path: string) => `/${path}`) },
  )
  return fc.tuple(fc.tuple(...values), spelt).map(([filled, spell]) => {
    let index = 0
    return spell(pattern.replaceAll(/:\w+/g, () => filled[index++] ?? ''))
  })
}

function queryOf({ query }: Endpoint, known: string[]): fc.Arbitrary<string> {
  const odd = fc.constantFrom(
    '',
    '?',
    `?${canary}`,
    '?__proto__[a]=1',
    '?a[]=1&a[]=2',
    `?limit=1&limit=2&find=${canary}&find=b`,
    `?${'a=1&'.repeat(300)}`,
    '?%',
    '?=&=',
  )
  if (!query) return fc.oneof({ weight: 9, arbitrary: fc.constant('') }, { weight: 1, arbitrary: odd })
  const fitting = valueOf(schemaOf(query), known).map((sent) => {
    if (typeof sent !== 'object' || sent === null) return ''
    const pairs = Object.entries(sent).map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    return `?${pairs.join('&')}`
  })
  return fc.oneof({ weight: 9, arbitrary: fitting }, { weight: 1, arbitrary: odd })
}

function headersOf(
  pattern: string,
  { access }: Endpoint,
  { tokens }: World,
): fc.Arbitrary<Record<string, string>> {
  const sessions = /logout|log-out/.test(pattern) ? tokens.ending : tokens
  const own = isRole(access) ? sessions.staff : sessions.customer
  const authorization = fc.oneof(
    { weight: 30, arbitrary: fc.constant<string | undefined>(`Bearer ${own}`) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        undefined,
        `Bearer ${tokens.customer}`,
        `Bearer ${tokens.staff}`,
        `Bearer ${canary}`,
        `Bearer ${own.slice(0, -3)}`,
        `Basic ${canary}`,
        `Bearer ${'a.'.repeat(2_000)}`,
      ),
    },
  )
  const id = fc.oneof(
    { weight: 6, arbitrary: fc.uuid() },
    { weight: 1, arbitrary: fc.constantFrom('', canary, 'a'.repeat(65), '../..', '__proto__') },
  )
  const more = fc.constantFrom<Record<string, string>>(
    {},
    {},
    {},
    { 'x-forwarded-for': `::ffff:${canary}` },
    { 'x-forwarded-for': '203.0.113.7, 10.0.0.1' },
    { cookie: `${canary}=${canary}; a="; =; __proto__=1` },
    { 'user-agent': canary.repeat(800) },
    { 'x-larkwell-region': canary },
    { 'content-encoding': 'gzip' },
    { 'sec-fetch-site': 'cross-site' },
    { range: 'bytes=0-0,1-1' },
    { accept: '*/*;q=9', 'accept-encoding': 'br;q=x, gzip' },
    { host: `${canary}.example` },
  )
  return fc.record({ authorization, id, more }).map(({ authorization: sent, id: requestId, more: rest }) => ({
    'x-larkwell-region': 'AU',
    'x-larkwell-client-req-id': requestId,
    ...(sent === undefined ? {} : { authorization: sent }),
    ...rest,
  }))
}

type Body = { headers: Record<string, string>; bytes: Buffer | null }

const json = (text: string, type = 'application/json'): Body => ({
  headers: { 'content-type': type },
  bytes: Buffer.from(text),
})

function bodyOf({ body, upload }: Endpoint, known: string[]): fc.Arbitrary<Body> {
  const fitting = (body ? valueOf(schemaOf(body), known) : fc.constant<unknown>({})).map(
    (value) => JSON.stringify(value) ?? '',
  )
  const odd = fitting.chain((text) =>
    fc.constantFrom<Body>(
      none,
      json(''),
      json(text.slice(0, -1)),
      json(text, 'text/plain'),
      json(text, 'application/x-www-form-urlencoded'),
      json(text, 'application/json; charset=utf-16'),
      json(text, `multipart/form-data; boundary=${canary}`),
      json(text, canary),
      json(`\ufeff${text}`),
      json(`${'['.repeat(40_000)}${']'.repeat(40_000)}`),
      json(`{"__proto__":{"${canary}":1},"constructor":{"prototype":{}}}`),
      json(`{"amount":${'9'.repeat(5_000)}}`),
      json(`"${'a'.repeat(300_000)}"`),
    ),
  )
  const form = upload === undefined ? undefined : fitting.chain((text) => formOf(upload, text))
  return fc.oneof(
    { weight: 15, arbitrary: form ?? fitting.map((text) => json(text)) },
    { weight: 1, arbitrary: odd },
  )
}

function formOf(field: string, fields: string): fc.Arbitrary<Body> {
  const file = fc.constantFrom(samplePdf(canary), samplePng(), Buffer.from(canary), Buffer.alloc(0))
  const name = fc.constantFrom('a.pdf', 'a.png', '../a.pdf', 'a.exe', canary, ...nastyTexts)
  return fc.tuple(file, name, fc.constantFrom(field, field, field, canary)).map(([bytes, fileName, at]) => {
    const boundary = 'fuzzed-boundary'
    const quoted = fileName.toWellFormed().replaceAll(/[\r\n"]/g, ' ')
    const texts = fieldsIn(fields).map(
      ([key, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
    )
    return {
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      bytes: Buffer.concat([
        Buffer.from(texts.join('')),
        Buffer.from(
          `--${boundary}\r\ncontent-disposition: form-data; name="${at}"; filename="${quoted}"\r\ncontent-type: application/pdf\r\n\r\n`,
        ),
        bytes,
        Buffer.from(`\r\n--${boundary}--\r\n`),
      ]),
    }
  })
}

function fieldsIn(text: string): [string, string][] {
  const sent: unknown = JSON.parse(text === '' ? '{}' : text)
  if (typeof sent !== 'object' || sent === null) return []
  return Object.entries(sent).map(([name, value]) => [
    name.replaceAll(/[\r\n"]/g, ' '),
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
}
