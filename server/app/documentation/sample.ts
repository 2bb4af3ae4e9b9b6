import type { Json } from './json-schemas.ts'

/** Plausible texts by field name. */
const texts: Record<string, string> = {
  email: 'amelia@example.com',
  firstName: 'Amelia',
  lastName: 'Hart',
  name: 'Amelia Hart',
  holder: 'Amelia Hart',
  reason: 'The family asked for it by phone',
  mobile: '+61491570156',
  phone: '1300 000 000',
  shortId: 'LW12345',
  accountNumber: '12345678',
  bsb: '062-000',
  postcode: '3101',
  fullAddress: '4 Gum St, Kew VIC 3101',
  larkwellId: 'wattle-grove',
  inviteUrl: 'https://fund.example/join',
  returnUrl: 'https://pay.example/done',
}

const byFormat: Record<string, string> = {
  date: '2027-03-01',
  'date-time': '2027-03-01T02:15:00Z',
  uuid: '5f0c1f0e-7f2f-4f6e-9a43-1c5b6a0d9e21',
  uri: 'https://fund.example/join',
}

/** Texts that are tried in this order against the pattern of a field. */
const candidates = [
  '/overview',
  'q7Jr2mXv9sKd4TnBq7Jr2mXv9sKd4TnBq7Jr2mXv9sK',
  '123456',
  'VIC',
  'AU',
  'AUS',
  '2027-04',
  '1.35%',
  '12',
  '7b0b1c8e',
  '+61491570156',
  'LW12345',
  '062-000',
]

/** The smallest value that a schema describes, for bodies without a written example. */
export function sampleOf(schema: Json, named: Record<string, Json>, field = ''): unknown {
  const reference = schema['$ref'] as string | undefined
  if (reference) return sampleOf(named[reference.split('/').at(-1) ?? ''] ?? {}, named, field)
  if ('const' in schema) return schema['const']
  const allowed = schema['enum'] as unknown[] | undefined
  if (allowed) return allowed[0]
  const forms = (schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined
  if (forms) return sampleOf(forms[0] ?? {}, named, field)
  const type = [schema['type']].flat()[0]
  if (type === 'object') return sampleObject(schema, named)
  if (type === 'array') return [sampleOf((schema['items'] ?? {}) as Json, named, field)]
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number') return sampleNumber(schema, field)
  return type === 'string' ? sampleText(schema, field) : null
}

function sampleObject(schema: Json, named: Record<string, Json>): Json {
  const required = (schema['required'] ?? []) as string[]
  const properties = (schema['properties'] ?? {}) as Record<string, Json>
  // A record has one schema for all of its values.
  const others = (schema['additionalProperties'] || {}) as Json
  return Object.fromEntries(required.map((name) => [name, sampleOf(properties[name] ?? others, named, name)]))
}

type Shape = { format?: string; pattern?: string; maxLength?: number }

function sampleNumber(schema: Json, field: string): number {
  const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = schema as { minimum?: number; maximum?: number }
  const usual = /year/i.test(field) ? 2027 : schema['format'] === 'decimal' ? 25 : 1
  return Math.min(Math.max(usual, minimum), maximum)
}

function sampleText(schema: Json, field: string): string {
  const { format = '', pattern, maxLength = 100 } = schema as Shape
  if (byFormat[format]) return byFormat[format]
  const shape = pattern === undefined ? undefined : new RegExp(pattern, 'u')
  const fits = (text: string) => text !== '' && text.length <= maxLength && (shape?.test(text) ?? true)
  const sample = [texts[field] ?? '', ...(shape ? candidates : [])].find(fits)
  return sample ?? `Some ${field || 'text'}`.slice(0, maxLength)
}
