import * as z from 'zod/mini'

/**
 * A reply, or a part of one, that is JSON already and in the words of the contract: the database wrote it, or we did
 * some time ago. It is passed on as it is, neither read nor looked at again.
 */
export class Written<Value> {
  readonly text: string
  declare readonly means: Value

  constructor(text: string) {
    this.text = text
  }
}

export function readWritten<Value>({ text }: Written<Value>): Value {
  return JSON.parse(text) as Value
}

/** An object of which some fields are written already. The others are typed, and written as they are. */
export function joined<Value extends object, Field extends keyof Value & string>(
  plain: Omit<Value, Field>,
  written: { [Name in Field]: Written<Value[Name]> },
): Written<Value> {
  const text = JSON.stringify(plain)
  let fields = ''
  for (const name of Object.keys(written) as Field[]) fields += `,"${name}":${written[name].text}`
  return new Written(text === '{}' ? `{${fields.slice(1)}}` : `${text.slice(0, -1)}${fields}}`)
}

/**
 * Writes replies of one schema as JSON: the fields that it names and nothing else. Most replies are exactly as the
 * schema says; to see that they are, a look at each value is enough, by the same description that the documentation
 * shows, and takes a tenth of the time in which the schema would build the reply anew. Whatever is not exactly so goes
 * through the schema, which leaves out what it does not name and fails for what is wrong.
 */
export function replyWriter(schema: z.ZodMiniType): (value: unknown) => string {
  let isExact: Look | undefined
  return (value) => {
    if (value instanceof Written) return value.text
    // Not before the first reply: a process that starts has better things to do.
    isExact ??= lookOf(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as Described) ?? never
    return JSON.stringify(isExact(value) ? value : schema.parse(value))
  }
}

/** Whether a value is as described, to the last field. */
type Look = (value: unknown) => boolean

type Described = {
  type?: string | string[]
  enum?: unknown[]
  anyOf?: Described[]
  properties?: Record<string, Described>
  required?: string[]
  additionalProperties?: unknown
  items?: Described
  pattern?: string
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  multipleOf?: number
}

const never: Look = () => false

/** What each kind of description may say. One that says anything else is left to the schema. */
const understood: Record<string, readonly string[]> = {
  object: ['properties', 'required', 'additionalProperties'],
  array: ['items'],
  string: ['enum', 'pattern', 'format', 'minLength', 'maxLength'],
  number: ['minimum', 'maximum', 'multipleOf'],
  integer: ['minimum', 'maximum'],
  boolean: [],
  null: [],
}

/** Undefined where a description says more than we understand. */
function lookOf(described: Described): Look | undefined {
  const { type = '', anyOf } = described
  if (anyOf) return lookAtChoice(described)
  if (typeof type !== 'string') return lookAtNullable(type.map((each) => ({ ...described, type: each })))
  const known = ['type', '$schema', ...(understood[type] ?? [])]
  if (!(type in understood) || Object.keys(described).some((word) => !known.includes(word))) return undefined
  if (type === 'object') return lookAtObject(described)
  if (type === 'array') return lookAtArray(described)
  if (type === 'string') return described.enum ? lookAtEnum(described.enum) : lookAtString(described)
  if (type === 'number' || type === 'integer') return lookAtNumber(described)
  return type === 'boolean' ? (value) => typeof value === 'boolean' : (value) => value === null
}

function lookAtObject({ properties = {}, required = [], additionalProperties }: Described): Look | undefined {
  if (additionalProperties !== false) return undefined
  const fields: { name: string; isRequired: boolean; isExact: Look }[] = []
  for (const [name, described] of Object.entries(properties)) {
    const isExact = lookOf(described)
    if (!isExact) return undefined
    fields.push({ name, isRequired: required.includes(name), isExact })
  }
  return (value) => {
    if (!isPlainObject(value)) return false
    let named = 0
    for (const { name, isRequired, isExact } of fields) {
      const field = value[name]
      if (field === undefined && !isRequired && !(name in value)) continue
      if (!isExact(field)) return false
      named += 1
    }
    return Object.keys(value).length === named
  }
}

/** Anything else might have ways of its own to be written. */
function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

function lookAtArray({ items = {} }: Described): Look | undefined {
  const isExact = lookOf(items)
  return isExact && ((value) => Array.isArray(value) && value.every(isExact))
}

function lookAtChoice({ anyOf = [], ...others }: Described): Look | undefined {
  return Object.keys(others).every((word) => word === '$schema') ? lookAtNullable(anyOf) : undefined
}

/** Of all choices there may be only the one between something and nothing. */
function lookAtNullable([described, nothing, third]: Described[]): Look | undefined {
  const isExact = described && lookOf(described)
  if (!isExact || nothing?.type !== 'null' || third) return undefined
  return (value) => value === null || isExact(value)
}

function lookAtEnum(values: unknown[]): Look {
  const known = new Set(values)
  return (value) => known.has(value)
}

function lookAtString({ pattern, format, minLength = 0, maxLength = Infinity }: Described): Look | undefined {
  // A format is understood where the description says what it looks like.
  if (format !== undefined && pattern === undefined) return undefined
  const looks = pattern === undefined ? undefined : new RegExp(pattern)
  return (value) =>
    typeof value === 'string' &&
    // A character outside the first plane counts as one and is two long. What may be too short or long is judged.
    Math.ceil(value.length / 2) >= minLength &&
    value.length <= maxLength &&
    (!looks || looks.test(value))
}

function lookAtNumber(described: Described): Look | undefined {
  const { type, minimum = -Infinity, maximum = Infinity, multipleOf } = described
  // Sums are the only numbers with steps.
  if (multipleOf !== undefined && multipleOf !== 0.01) return undefined
  const isWhole = type === 'integer'
  return (value) =>
    typeof value === 'number' &&
    Number.isFinite(value) &&
    value >= minimum &&
    value <= maximum &&
    (!isWhole || Number.isSafeInteger(value)) &&
    (multipleOf === undefined || Math.round(value * 100) / 100 === value)
}
