import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { documentation } from '#contract/documented.ts'
import type { Endpoint, FileReply, ReplyOf } from '#contract/endpoint.ts'
import { staffContract, type StaffContract } from '#contract/staff.ts'
import type { Api } from './api.ts'
import { choice, readJson, readNumber } from './choice.ts'
import type { Argument, Command, Option, Outcome, Session } from './command.ts'
import { argumentFor } from './lookup.ts'
import { saveOptions } from './save-file.ts'

type Key = keyof StaffContract
type Reply<K extends Key> = ReplyOf<StaffContract[K]>

/** What is typed for one field of the request: what it is about, where the contract does not say it in other words. */
type Field =
  | string
  | {
      about?: string
      /** The name of the field, where the argument or option has another one; one inside an object has a dot. */
      field?: string
      /** The word for null. */
      nullWord?: string
      /** An option without a value, which sends true. */
      isFlag?: true
    }
type Fields = Record<string, Field>

type Description<K extends Key> = Pick<Command, 'name' | 'about' | 'examples' | 'warning'> & {
  /** Its only call. Arguments are the parameters of its path; it demands a reason if its body has one. */
  call: K
  /** Further arguments, and other words for those in the path. */
  arguments?: Fields
  options?: Fields
  /** The fields that are sent unless others were typed. */
  defaults?: (typed: Typed) => Record<string, unknown>
}

/** What was typed, by the names of arguments and options. */
type Typed = Record<string, string | undefined>

/** A command that makes one call and prints its reply. Types, choices and what is required follow from the contract. */
export function callCommand<const K extends Key>({
  text,
  ...description
}: Description<K> & { text: (reply: Reply<K>, typed: Typed, session: Session) => string }): Command {
  const { request, ...command } = requestCommand(description)
  return {
    ...command,
    async run(given) {
      const typed = { ...given.argument, ...given.option } as Typed
      const raw = await callOf(given.api, description.call, request(given))
      return { raw, text: text(raw, typed, given.session) }
    },
  }
}

/** A command that saves the file which one call replies with. */
export function fileCommand<const K extends Key>(description: Description<K>): Command {
  const { request, options, ...command } = requestCommand(description)
  return {
    ...command,
    options: { ...options, ...saveOptions },
    async run(given): Promise<Outcome> {
      const file = await callOf(given.api, description.call, request(given))
      // The options have been parsed as `saveOptions` declares them, and the call replies with a file.
      return given.save(file as unknown as FileReply, given.option as never)
    },
  }
}

type Given = Parameters<Command['run']>[0]
type Part = 'params' | 'query' | 'body'
type Schema = {
  type?: string | string[]
  enum?: string[]
  items?: Schema
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  format?: string
  description?: string
}
type RequestField = { part: Part; schema: Schema; isRequired: boolean }
/** An argument or an option, with the field that it fills. */
type Input = RequestField & {
  name: string
  /** As it is typed: `--until`, or `<decision>`. */
  label: string
  about: string
  field: string
  nullWord?: string
  isFlag?: true
}

function requestCommand<K extends Key>({ call, defaults = () => ({}), ...description }: Description<K>) {
  const endpoint: Endpoint = staffContract[call]
  const fields = fieldsOf(endpoint)
  const options = inputsOf(fields, description.options, (name) => `--${name}`).map((input) => ({
    ...input,
    isRequired: input.isRequired && !(input.field in defaults({})),
  }))
  const own = inputsOf(fields, description.arguments, (name) => `<${name}>`)
  const isNamed = new Set([...options, ...own].map(({ field }) => field))
  const inPath = [...call.matchAll(/:(\w+)/g)].map(([, param = '']) => param)
  const ids = inPath.filter((param) => !isNamed.has(param)).map((param) => argumentFor(param))
  const positional = [
    ...inputsOf(fields, Object.fromEntries(ids.map(({ name, ...id }) => [name, id])), (name) => `<${name}>`),
    ...own,
  ]
  return {
    ...description,
    arguments: positional.map(({ name, about, isRequired }): Argument => ({
      name,
      about,
      ...(!isRequired && { isOptional: true }),
    })),
    options: Object.fromEntries(options.map((input) => [input.name, optionOf(input)])),
    ...('reason' in fields && { isChange: true as const }),
    request: ({ argument, option, reason }: Given) => {
      const typed: Record<string, unknown> = { ...argument, ...option }
      const request: Record<Part, Record<string, unknown>> = {
        params: {},
        query: {},
        body: defaults(typed as Typed),
      }
      if ('reason' in fields) request.body['reason'] = reason
      if ('clientRequestId' in fields) request.body['clientRequestId'] = randomUUID()
      for (const input of [...positional, ...options])
        if (wasTyped(typed[input.name]))
          setField(request[input.part], input.field, valueOf(input, typed[input.name]))
      return Object.fromEntries(Object.entries(request).filter(([part]) => endpoint[part as Part]))
    },
  }
}

/** An option that may be given several times is an empty list where it was not given. */
const wasTyped = (value: unknown) => value !== undefined && !(Array.isArray(value) && value.length === 0)

// The request is put together from the contract's own names of fields; the server checks what is in them.
const callOf = <K extends Key>(api: Api, call: K, request: unknown) =>
  (api as (call: K, request: unknown) => Promise<Reply<K>>)(call, request)

function inputsOf(
  fields: Record<string, RequestField>,
  described: Fields = {},
  labelOf: (name: string) => string,
): Input[] {
  return Object.entries(described).map(([name, words]) => {
    const { field = camelCase(name), about, ...kind } = typeof words === 'string' ? { about: words } : words
    const found = fields[field]
    if (!found) throw new Error(`The call has no field ${field}.`)
    const { schema } = found
    const allowed = schema.enum ?? schema.items?.enum
    const choices = allowed && `${schema.enum ? 'one of' : 'of'} ${allowed.join(', ')}`
    const sentence = schema.description ?? ''
    return {
      name,
      label: labelOf(name),
      field,
      ...found,
      about: [about ?? sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, ''), choices]
        .filter(Boolean)
        .join('; '),
      ...kind,
    }
  })
}

/** The fields of a request by name; one inside an object has a dot in its name. */
function fieldsOf(endpoint: Endpoint): Record<string, RequestField> {
  const fields: Record<string, RequestField> = {}
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = endpoint[part]
    if (!schema) continue
    const { properties = {}, required } = z.toJSONSchema(schema, {
      io: 'input',
      unrepresentable: 'any',
      override({ zodSchema, jsonSchema }) {
        const { description } = documentation.get(zodSchema) ?? {}
        if (description) jsonSchema.description = description
      },
    }) as Schema
    for (const [name, field] of Object.entries(properties)) {
      fields[name] = { part, schema: withoutNull(field), isRequired: required?.includes(name) ?? false }
      for (const [inner, each] of Object.entries(field.properties ?? {}))
        fields[`${name}.${inner}`] = { part, schema: withoutNull(each), isRequired: false }
    }
  }
  return fields
}

/** A value that may be text, such as an amount, is sent as it was typed. */
function withoutNull({ anyOf, description, ...schema }: Schema): Schema {
  const branches = (anyOf ?? [schema]).filter(({ type }) => type !== 'null')
  const branch = branches.find(({ type }) => type === 'string') ?? branches[0] ?? {}
  const type = [branch.type].flat().find((each) => each !== 'null')
  return { ...(description && { description }), ...branch, ...(type && { type }) }
}

function optionOf({ about, schema, isRequired, isFlag }: Input): Option {
  if (isFlag) return { about }
  return {
    about,
    value: placeholderOf(schema),
    ...(isRequired && { isRequired: true }),
    ...(isList(schema) && { isMany: true }),
  }
}

function setField(values: Record<string, unknown>, field: string, value: unknown): void {
  const [name = '', inner] = field.split('.')
  values[name] = inner === undefined ? value : { ...(values[name] as object | undefined), [inner]: value }
}

function placeholderOf(schema: Schema): string {
  if (schema.format === 'date') return 'date'
  if (schema.type === 'boolean') return 'yes|no'
  if (schema.type === 'integer' || schema.type === 'number') return 'number'
  return isJson(schema) ? 'json' : 'text'
}

const isList = ({ type, items }: Schema) => type === 'array' && items?.type === 'string'
const isJson = (schema: Schema) => schema.type === 'object' || (schema.type === 'array' && !isList(schema))

function valueOf({ label, schema, nullWord }: Input, typed: unknown): unknown {
  if (typeof typed === 'boolean') return typed
  const words = [typed].flat().flatMap((text) => (isList(schema) ? String(text).split(',') : [String(text)]))
  const [word = ''] = words
  if (word === nullWord) return null
  if (isList(schema)) return words.map((each) => choiceOf(label, each.trim(), schema.items?.enum))
  if (schema.type === 'boolean') return choice(label, word, ['yes', 'no']) === 'yes'
  if (schema.type === 'integer' || schema.type === 'number') return readNumber(label, word)
  return isJson(schema) ? readJson(label, word) : choiceOf(label, word, schema.enum)
}

const choiceOf = (label: string, typed: string, words: readonly string[] | undefined) =>
  words ? choice(label, typed, words) : typed

const camelCase = (name: string) => name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
