import * as z from 'zod/mini'
import { isFile, isRole, type Access, type Endpoint, type EndpointKey } from '#contract/endpoint.ts'
import { examples } from './examples.ts'
import type { Json, JsonSchemas } from './json-schemas.ts'
import { refusalCodesOf, type RefusalReplies } from './refusal-replies.ts'
import { sampleOf } from './sample.ts'
import { headers, type HeaderName } from './components.ts'

type Collected = { schemas: JsonSchemas; refusals: RefusalReplies }

/** One call of the contract as an OpenAPI operation. */
export function operationOf(key: EndpointKey, endpoint: Endpoint, tag: string, collected: Collected): Json {
  const [method, path] = key.split(' ') as [string, string]
  const { schemas, refusals } = collected
  return {
    operationId: operationId(method, path),
    summary: endpoint.summary,
    description: descriptionOf(endpoint),
    tags: [tag],
    security: securityOf(endpoint),
    parameters: [
      ...parametersOf(endpoint.params, 'path', schemas),
      ...parametersOf(endpoint.query, 'query', schemas),
      ...headerParameters(endpoint),
    ],
    ...((endpoint.body || endpoint.upload) && {
      requestBody: { required: true, content: bodyOf(key, endpoint, schemas) },
    }),
    responses: {
      ...successes(key, endpoint, schemas),
      ...refusals.byStatus(refusalCodesOf(key, endpoint)),
    },
  }
}

export function operationId(method: string, path: string): string {
  const words = path.replace('/api/', '').split(/[/:-]+/)
  return [method.toLowerCase(), ...words]
    .filter(Boolean)
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('')
}

const accessTexts: Record<Access, string> = {
  public: 'Open to everyone, without a token.',
  guest: 'Open to anyone who has the link of the payment request.',
  customer: 'For a customer who is logged in.',
  account: 'For a customer who is a member of the account.',
  support: 'Open to all staff.',
  operations: 'Open to staff with the role `operations` or `admin`.',
  admin: 'Open to staff with the role `admin`.',
}

function descriptionOf({ description, access }: Endpoint): string {
  const who = accessTexts[access]
  return description === undefined ? who : `${description}\n\n${who}`
}

function securityOf({ access, query }: Endpoint): Json[] {
  if (isRole(access)) return [{ staffToken: [] }]
  if (access === 'customer' || access === 'account') return [{ customerToken: [] }]
  return access === 'guest' && query && 'request' in query.shape ? [{ paymentLink: [] }] : []
}

function parametersOf(
  schema: z.ZodMiniObject | undefined,
  location: 'path' | 'query',
  schemas: JsonSchemas,
): Json[] {
  return Object.entries(schema?.shape ?? {}).map(([name, each]) => {
    const { description, ...json } = schemas.of(each as z.ZodMiniType, 'input')
    const isOptional = (each as z.ZodMiniType).safeParse(undefined).success
    const required = location === 'path' || !isOptional
    return { name, in: location, ...(required && { required }), description, schema: json }
  })
}

function headerParameters({ access, upload, needsClientRequestId, takesClientRequestId }: Endpoint): Json[] {
  const names = [
    upload ? 'RegionOfForm' : access === 'public' || access === 'guest' ? 'Region' : undefined,
    needsClientRequestId ? 'ClientRequestId' : takesClientRequestId ? 'OptionalClientRequestId' : undefined,
  ]
  return names.flatMap((name) => (name ? [{ $ref: `#/components/parameters/${name}` }] : []))
}

function bodyOf(key: EndpointKey, { body, upload }: Endpoint, schemas: JsonSchemas): Json {
  const schema: Json = body ? schemas.of(body, 'input') : { type: 'object' }
  if (!upload) {
    const example = examples[key]?.body ?? sampleOf(schema, schemas.named)
    return { 'application/json': { schema, example } }
  }
  const file = {
    type: 'string',
    contentMediaType: 'application/octet-stream',
    description: 'The file itself.',
  }
  const required = [...((schema['required'] as string[] | undefined) ?? []), upload]
  const properties = { ...(schema['properties'] as Json | undefined), [upload]: file }
  return { 'multipart/form-data': { schema: { ...schema, properties, required } } }
}

function successes(key: EndpointKey, endpoint: Endpoint, schemas: JsonSchemas): Json {
  const { reply = z.object({}), accepted } = endpoint
  const headerNames: HeaderName[] = [
    'RequestId',
    ...(['customer', 'account', 'guest'].includes(endpoint.access) ? (['SessionToken'] as const) : []),
    ...(endpoint.marksRepeats ? (['Replayed'] as const) : []),
    ...(['public', 'guest'].includes(endpoint.access) ? (['RegionOfReply'] as const) : []),
  ]
  if (isFile(reply)) {
    const content = reply.contentTypes.map((type) => [type.replace(/;.*/, ''), { schema: fileSchema(type) }])
    return {
      200: {
        description: 'The file.',
        headers: headers(...headerNames, 'FileName', 'ContentDisposition'),
        content: Object.fromEntries(content) as Json,
      },
    }
  }
  const schema = schemas.of(reply, 'output')
  const example = examples[key]?.reply ?? sampleOf(schema, schemas.named)
  const content = { 'application/json': { schema, example } }
  const cookie = endpoint.cookie && {
    'Set-Cookie': { description: `${endpoint.cookie}.`, schema: { type: 'string' } },
  }
  const success = { headers: { ...headers(...headerNames), ...cookie }, content }
  return {
    ...(!accepted?.always && { 200: { description: 'Done.', ...success } }),
    ...(accepted && { 202: { description: accepted.about, ...success } }),
  }
}

/** Text has a plain string schema; for bytes the content type says everything. */
function fileSchema(type: string): Json {
  if (type === 'application/json') return { type: 'object' }
  return type.startsWith('text/') ? { type: 'string' } : { type: 'string', contentMediaType: type }
}
