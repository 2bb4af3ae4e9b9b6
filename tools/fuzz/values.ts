import fc from 'fast-check'

/** In all text that is made up: whatever part of a request reaches the log shows by it. */
export const canary = 'CANARY7'

/** What a schema becomes as JSON Schema, as far as it matters here. */
export type JsonSchema = {
  type?: string | string[]
  format?: string
  pattern?: string
  const?: unknown
  enum?: unknown[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: JsonSchema | boolean
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
}

const deep = (depth: number): unknown => {
  let value: unknown = canary
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

/** Text that has broken parsers, databases and pages before. */
export const nastyTexts = [
  '',
  ' ',
  `${canary}\0`,
  `${canary}\ud800`,
  `\udfff${canary}`,
  `${canary}\u202e\u200f`,
  `__proto__`,
  'constructor',
  `' or ${canary}=${canary} --`,
  `"; drop table ${canary}; --`,
  `../../${canary}/passwd`,
  `..\\..\\${canary}`,
  `<script>${canary}</script>`,
  `{{${canary}}}`,
  `%00${canary}%s%n`,
  `${canary}\r\nX-Injected: 1`,
  `\u{1f600}${canary}\u{10ffff}`,
  `=cmd|'${canary}'!A1`,
  'NaN',
  '-1',
  '1e309',
  '9'.repeat(400),
  '0x7EB',
  '2026-02-30',
  '9999-12-31',
  '0000-00-00',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  `${canary}@${'a'.repeat(250)}.example`,
  canary.repeat(1_000),
]

const nasty: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...nastyTexts),
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -0,
    -1,
    0.001,
    1e-320,
    1e21,
    1.7976931348623157e308,
    Number.MAX_SAFE_INTEGER + 2,
    -2_147_483_649,
    [],
    {},
    [[]],
    [null],
    { length: -1 },
    { toString: canary },
    deep(20),
    deep(500),
  ),
  fc.string({ unit: 'binary', maxLength: 30 }).map((text) => canary + text),
)

/** Values that fit a schema, most of the time: only they get past its checks. `known` are ids that exist. */
export function valueOf(schema: JsonSchema, known: readonly string[]): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 12, arbitrary: fittingValue(schema, known) }, { weight: 1, arbitrary: nasty })
}

function fittingValue(schema: JsonSchema, known: readonly string[]): fc.Arbitrary<unknown> {
  const options = schema.anyOf ?? schema.oneOf
  if (options) return fc.oneof(...options.map((option) => valueOf(option, known)))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'string') return textOf(schema, known)
  if (type === 'integer') return fc.integer({ min: schema.minimum ?? -5, max: schema.maximum ?? 1_000_000 })
  if (type === 'number') return fc.integer({ min: -100, max: 2_000_000 }).map((cents) => cents / 100)
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  if (type === 'array') return fc.array(valueOf(schema.items ?? {}, known), { maxLength: 4 })
  if (type === 'object') return objectOf(schema, known)
  return nasty
}

function textOf({ format, pattern, maxLength = 40 }: JsonSchema, known: readonly string[]) {
  const some = fc.constantFrom(...known)
  if (format === 'uuid') return fc.oneof(some, fc.uuid())
  if (format === 'date') {
    const dates = fc.date({ min: new Date('1960-01-01'), max: new Date('2110-12-31'), noInvalidDate: true })
    return dates.map((date) => date.toISOString().slice(0, 10))
  }
  if (format === 'date-time') return fc.constant('2026-11-17T00:00:00Z')
  if (format === 'email') return fc.nat(99).map((number) => `${canary}.${number}@demo.example`)
  if (format === 'uri') return fc.constant(`https://${canary}.example/`)
  if (pattern !== undefined) return matching(pattern)
  return fc.oneof(
    some,
    fc.string({ minLength: 1, maxLength: Math.min(maxLength, 60), unit: 'grapheme' }),
    fc.constant(canary.slice(0, maxLength)),
    fc.constantFrom(...nastyTexts).map((text) => text.slice(0, maxLength)),
  )
}

function matching(pattern: string): fc.Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern))
  } catch {
    // Look-aheads cannot be turned into texts.
    return fc.string()
  }
}

/** Fields are left out, and others are added, now and then. */
function objectOf({ properties = {}, required = [] }: JsonSchema, known: readonly string[]) {
  const entries = Object.entries(properties).map(([name, property]) => {
    const value = valueOf(property, known)
    const isLeftOut = fc
      .integer({ min: 0, max: required.includes(name) ? 30 : 1 })
      .map((number) => number === 0)
    return fc.tuple(fc.constant(name), value, isLeftOut)
  })
  const extra = fc.oneof(
    { weight: 20, arbitrary: fc.constant<[string, unknown][]>([]) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom('__proto__', 'constructor', canary, '\0', ''), nasty)
        .map((entry) => [entry]),
    },
  )
  return fc.tuple(fc.tuple(...entries), extra).map(([fields, more]) => {
    const kept = fields.filter(([, , isLeftOut]) => !isLeftOut).map(([name, value]) => [name, value] as const)
    // Own properties, whatever they are called.
    return Object.fromEntries([...kept, ...more])
  })
}
