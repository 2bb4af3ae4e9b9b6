import * as z from 'zod/mini'
import { documentation } from '#contract/documented.ts'

export type Json = Record<string, unknown>

/** Converts schemas to OpenAPI: a named schema is written once and referred to everywhere else. */
export class JsonSchemas {
  /** The named schemas that were referred to so far. */
  readonly named: Record<string, Json> = {}

  /** The schema as callers send it (`input`) or as the server sends it (`output`). */
  of(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
    const json = z.toJSONSchema(schema, {
      io,
      metadata: documentation,
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => plain(jsonSchema as Json, zodSchema, io),
    }) as Json
    const { $schema: _, $defs, ...own } = json
    for (const [name, definition] of Object.entries(($defs ?? {}) as Record<string, Json>))
      this.add(name, definition)
    const root = documentation.get(schema)?.id
    if (root === undefined) return referring(own)
    if (own['$ref'] === undefined) this.add(root, own)
    return { $ref: reference(root) }
  }

  private add(name: string, definition: Json): void {
    const json = referring(definition)
    const existing = this.named[name]
    if (existing && JSON.stringify(existing) !== JSON.stringify(json))
      throw new Error(`${name} differs between requests and replies: give it two names`)
    this.named[name] = json
  }
}

const reference = (name: string) => `#/components/schemas/${name}`

function referring(json: Json): Json {
  return JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json
}

const ownFormats = new Set(['date', 'date-time', 'uuid', 'uri'])

/** Removes keywords that zod checks in its own way and that would mislead readers or other validators. */
function plain(json: Json, { _zod }: z.core.$ZodType, io: 'input' | 'output'): void {
  delete json['id']
  // A known format is clearer than the pattern beside it.
  if (ownFormats.has(String(json['format']))) delete json['pattern']
  else delete json['format']
  // Divided by 0.01, most amounts are not whole in floating point, so that other validators would refuse 1.15.
  if (json['multipleOf'] === 0.01) {
    delete json['multipleOf']
    json['format'] = 'decimal'
  }
  if (json['minimum'] === Number.MIN_SAFE_INTEGER) delete json['minimum']
  if (json['maximum'] === Number.MAX_SAFE_INTEGER) delete json['maximum']
  // Replies may gain fields. Requests with unknown fields are refused, so their schema stays strict.
  const isStrict = _zod.def.type === 'object' && (_zod.def as { catchall?: unknown }).catchall !== undefined
  if (io === 'output' && !isStrict && json['additionalProperties'] === false)
    delete json['additionalProperties']
  const names = json['propertyNames'] as Json | undefined
  if (names && Object.keys(names).length === 1 && names['type'] === 'string') delete json['propertyNames']
  // A record of known names reads as an object with these properties, and linters know only that.
  if (Array.isArray(names?.['enum'])) {
    json['properties'] = Object.fromEntries(names['enum'].map((name) => [name, json['additionalProperties']]))
    delete json['additionalProperties']
    delete json['propertyNames']
  }
}
