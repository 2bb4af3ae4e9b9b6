import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { documentNames, openApi, type OpenApi } from '#server/app/documentation/openapi.ts'

export type SeenReply = {
  method: string
  /** The pattern that matched, such as /api/calendar/:feedKey. */
  route: string
  status: number
  headers: Record<string, number | string | string[] | undefined>
  /** Undefined for a stream. */
  body: string | Buffer | undefined
}

type Described = { $ref?: string; headers?: object; content?: Record<string, object> }
type Operation = { responses: Record<string, Described> }

const ajv = new Ajv2020({ strict: false, validateSchema: false, allErrors: false })
addFormats.default(ajv)
ajv.addFormat('decimal', true)

let documents: Record<string, OpenApi> | undefined

/** Served, but no part of the API. */
const unlisted = /^\/api\/(?:\*|docs|openapi|staff\/docs)/

/** Headers that are worth a line in the reference wherever they are sent. */
const telling = [
  'retry-after',
  'set-cookie',
  'etag',
  'x-filename',
  'idempotent-replayed',
  'x-larkwell-session-token',
  'x-larkwell-region',
]

/** What of a reply the OpenAPI documents do not say; undefined where they say it all. */
export function undocumentedIn(reply: SeenReply): string | undefined {
  const path = reply.route.replace(/:(\w+)/g, '{$1}')
  const found = operationAt(path, reply.method.toLowerCase())
  if (!found) return path.startsWith('/api/') && !unlisted.test(path) ? 'the call' : undefined
  const { name, operation, pointer } = found
  const declared = operation.responses[reply.status]
  if (!declared) return `status ${reply.status} ${String(reply.body)}`
  const at = declared.$ref ?? `${pointer}/responses/${reply.status}`
  const described = declared.$ref ? partOf(name, declared.$ref) : declared
  const known = Object.keys(described.headers ?? {}).map((header) => header.toLowerCase())
  const unknown = telling.filter((header) => reply.headers[header] !== undefined && !known.includes(header))
  if (unknown.length > 0) return `header ${unknown.join(', ')} with status ${reply.status}`
  return wrongWithContent(reply, described, `${name}${at}`)
}

function wrongWithContent({ status, headers, body }: SeenReply, { content }: Described, at: string) {
  const type = String(headers['content-type'] ?? '').replace(/;.*/, '')
  if (content === undefined) return body ? `a body with status ${status}` : undefined
  if (!(type in content)) return `content type ${type} with status ${status}`
  if (type !== 'application/json' || body === undefined) return undefined
  const validate = ajv.getSchema(`${at}/content/application~1json/schema`)
  if (!validate) return `no schema for ${type} with status ${status}`
  if (validate(JSON.parse(body.toString('utf8')))) return undefined
  return `${ajv.errorsText(validate.errors)} with status ${status}: ${body.toString('utf8').slice(0, 300)}`
}

function operationAt(path: string, method: string) {
  if (!documents) {
    documents = Object.fromEntries(documentNames.map((name) => [name, openApi(name)]))
    for (const [name, document] of Object.entries(documents)) ajv.addSchema(document, name)
  }
  for (const [name, { paths }] of Object.entries(documents)) {
    const operation = paths[path]?.[method] as Operation | undefined
    if (operation) return { name, operation, pointer: `#/paths/${escaped(path)}/${method}` }
  }
  return undefined
}

function partOf(name: string, reference: string): Described {
  const [, , kind = '', part = ''] = reference.split('/')
  return documents?.[name]?.components[kind]?.[part] as Described
}

/** As a JSON pointer in an address has it. */
const escaped = (path: string) => encodeURIComponent(path.replaceAll('~', '~0').replaceAll('/', '~1'))
