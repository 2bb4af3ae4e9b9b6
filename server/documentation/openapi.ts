import * as z from 'zod/mini'
import type { Endpoint, EndpointKey, EndpointTable } from '#contract/endpoint.ts'
import { clientRequestIdHeader, regionHeader, requestIdHeader } from '#contract/headers.ts'
import { refusalReply } from '#contract/wire.ts'
import type { RefusalCode } from '#domain/refusal.ts'
import { regions } from '#domain/region.ts'
import { refusals } from '../http/refusals.ts'

type Json = Record<string, unknown>

/** OpenAPI 3.1, computed from the same schemas that check requests and replies. */
export function openApi(contract: EndpointTable): Json {
  const paths: Record<string, Json> = {}
  for (const [key, endpoint] of Object.entries(contract) as [EndpointKey, Endpoint][]) {
    const [method, path] = key.split(' ') as [string, string]
    const template = path.replace(/:(\w+)/g, '{$1}')
    paths[template] = { ...paths[template], [method.toLowerCase()]: operation(endpoint, method, path) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Larkwell',
      version: '1',
      description: 'School-fee payment plans: what the portal says to its server.',
    },
    components: { securitySchemes: { session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    paths,
  }
}

function operation(endpoint: Endpoint, method: string, path: string): Json {
  const needsSession = ['customer', 'account', 'staff'].includes(endpoint.access)
  return {
    operationId: operationId(method, path),
    summary: endpoint.summary,
    tags: [endpoint.role ?? endpoint.access],
    ...(needsSession && { security: [{ session: [] }] }),
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
      { name: regionHeader, in: 'header', schema: { enum: regions, default: 'AU' } },
      ...(endpoint.needsClientRequestId
        ? [{ name: clientRequestIdHeader, in: 'header', required: true, schema: { type: 'string' } }]
        : []),
    ],
    ...((endpoint.body || endpoint.upload) && { requestBody: { required: true, content: bodyOf(endpoint) } }),
    responses: { 200: success(endpoint), ...refusalsOf(endpoint, needsSession) },
  }
}

function operationId(method: string, path: string): string {
  const words = path.replace('/api/', '').split(/[/:-]+/)
  return [method.toLowerCase(), ...words]
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('')
}

function parametersOf(schema: z.ZodMiniObject | undefined, location: 'path' | 'query'): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Json
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: property,
  }))
}

function bodyOf(endpoint: Endpoint): Json {
  const schema: Json & { properties?: Json } = endpoint.body
    ? jsonSchema(endpoint.body, 'input')
    : { type: 'object' }
  if (!endpoint.upload) return { 'application/json': { schema } }
  const file = { type: 'string', contentMediaType: 'application/octet-stream' }
  return {
    'multipart/form-data': {
      schema: { ...schema, properties: { ...schema.properties, [endpoint.upload]: file } },
    },
  }
}

function success(endpoint: Endpoint): Json {
  const headers = { [requestIdHeader]: { schema: { type: 'string' } } }
  return endpoint.reply === 'file'
    ? { description: 'The file', headers, content: { 'application/octet-stream': {} } }
    : {
        description: 'Done',
        headers,
        content: { 'application/json': { schema: jsonSchema(endpoint.reply, 'output') } },
      }
}

function refusalsOf(endpoint: Endpoint, needsSession: boolean): Json {
  const codes: RefusalCode[] = [
    ...(endpoint.body || endpoint.query || endpoint.params ? (['invalid_request'] as const) : []),
    ...(needsSession ? (['unauthenticated'] as const) : []),
    ...(['account', 'staff'].includes(endpoint.access) ? (['forbidden'] as const) : []),
    ...(['customer', 'account'].includes(endpoint.access) ? (['rate_limited'] as const) : []),
    ...(endpoint.refusals ?? []),
    'unavailable',
  ]
  const byStatus = Map.groupBy(new Set(codes), (code) => refusals[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, same]) => [
      status,
      {
        description: same.map((code) => `${code}: ${refusals[code].msg}`).join(' '),
        content: { 'application/json': { schema: jsonSchema(refusalReply, 'output') } },
      },
    ]),
  )
}

function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return json
}
