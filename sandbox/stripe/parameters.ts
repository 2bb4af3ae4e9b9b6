import { parse } from 'qs'
import { invalid } from './failures.ts'

/** Parses the parameter at `path` in the form, or refuses it like Stripe. */
export type Reader<T> = (value: unknown, path: string) => T
type Required<T> = Reader<T> & { isRequired: true }
export type Fields = Record<string, Reader<unknown>>

type Read<R> = R extends Reader<infer T> ? T : never
type RequiredNames<F extends Fields> = {
  [Name in keyof F]: F[Name] extends { isRequired: true } ? Name : never
}[keyof F]
export type Parameters<F extends Fields> = { [Name in RequiredNames<F>]: Read<F[Name]> } & {
  [Name in Exclude<keyof F, RequiredNames<F>>]?: Read<F[Name]>
}

export type Form = Record<string, unknown>

/** By default, qs turns a list of more than twenty entries into an object. */
export function parseForm(text: string): Form {
  return text === '' ? {} : parse(text, { arrayLimit: 1000, depth: 20, plainObjects: true })
}

export function required<T>(reader: Reader<T>): Required<T> {
  return Object.assign((value: unknown, path: string) => reader(value, path), { isRequired: true } as const)
}

export const text: Reader<string> = (value, path) => {
  if (value === '') throw emptyValue(path)
  if (typeof value !== 'string') throw invalid(`Invalid string: ${JSON.stringify(value)}`, { param: path })
  if (value.length > 5000) throw invalid(`Invalid string: must be at most 5000 characters`, { param: path })
  return value
}

/** An empty text unsets the parameter. */
export function emptyable<T>(reader: Reader<T>): Reader<T | null> {
  return (value, path) => (value === '' ? null : reader(value, path))
}

export const integer: Reader<number> = (value, path) => {
  if (value === '') throw emptyValue(path)
  if (typeof value !== 'string' || !/^-?\d{1,15}$/.test(value)) {
    throw invalid(`Invalid integer: ${textOf(value)}`, { code: 'parameter_invalid_integer', param: path })
  }
  return Number(value)
}

export const flag: Reader<boolean> = (value, path) => {
  if (value === 'true' || value === 'false') return value === 'true'
  throw invalid(`Invalid boolean: ${textOf(value)}`, { param: path })
}

export function oneOf<const T extends string>(...words: T[]): Reader<T> {
  return (value, path) => {
    const word = words.find((word) => word === value)
    if (word !== undefined) return word
    throw invalid(`Invalid ${path}: must be one of ${inWords(words)}`, { param: path })
  }
}

export function list<T>(reader: Reader<T>): Reader<T[]> {
  return (value, path) => {
    if (!Array.isArray(value)) throw invalid('Invalid array', { param: path })
    return value.map((entry, index) => reader(entry, `${path}[${index}]`))
  }
}

export function object<F extends Fields>(fields: F): Reader<Parameters<F>> {
  return (value, path) => {
    if (!isHash(value)) throw invalid('Invalid object', { param: path })
    const inside = (name: string) => (path === '' ? name : `${path}[${name}]`)
    const unknown = Object.keys(value).filter((name) => !Object.hasOwn(fields, name))
    if (unknown.length > 0) {
      const names = unknown.map(inside)
      throw invalid(`Received unknown parameter${names.length > 1 ? 's' : ''}: ${names.join(', ')}`, {
        code: 'parameter_unknown',
        param: names[0],
      })
    }
    const read: Form = {}
    for (const [name, reader] of Object.entries(fields)) {
      if (value[name] !== undefined) read[name] = reader(value[name], inside(name))
      else if ('isRequired' in reader) throw absent(inside(name))
    }
    return read as Parameters<F>
  }
}

/** Parameters that Stripe knows and that have no effect here. */
export const anything: Reader<unknown> = (value) => value

/** Up to fifty names with texts; an empty text removes the name. */
export const metadata: Reader<Record<string, string>> = (value, path) => {
  if (value === '') return {}
  if (!isHash(value)) throw invalid('Invalid object', { param: path })
  const entries = Object.entries(value)
  if (entries.length > 50) throw invalid('You may only specify up to 50 metadata keys', { param: path })
  for (const [name, content] of entries) {
    const param = `${path}[${name}]`
    if (typeof content !== 'string')
      throw invalid(
        `Metadata values must be strings, but for key "${name}" you passed in a value of another type.`,
        { param },
      )
    if (name.length > 40)
      throw invalid(
        `Metadata keys must be under 40 characters. "${name}" is ${name.length} characters long.`,
        { param },
      )
    if (content.length > 500)
      throw invalid(
        `Metadata values can have up to 500 characters, but you passed in a value that is ${content.length} characters.`,
        { param },
      )
  }
  return { ...(value as Record<string, string>) }
}

export function mergeMetadata(
  present: Record<string, string> | null,
  change: Record<string, string> | undefined,
): Record<string, string> {
  const entries = Object.entries({ ...present, ...change })
  return Object.fromEntries(entries.filter(([, content]) => content !== ''))
}

export type Range = { gt?: number; gte?: number; lt?: number; lte?: number }

/** A time, or a range of times, that filters a list. */
export const range: Reader<Range> = (value, path) => {
  if (!isHash(value)) {
    const moment = integer(value, path)
    return { gte: moment, lte: moment }
  }
  return object({ gt: integer, gte: integer, lt: integer, lte: integer })(value, path)
}

export function isHash(value: unknown): value is Form {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function absent(param: string) {
  return invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
}

function emptyValue(path: string) {
  return invalid(
    `You passed an empty string for '${path}'. We assume empty values are an attempt to unset a parameter; however '${path}' cannot be unset. You should remove '${path}' from your request or supply a non-empty value.`,
    { code: 'parameter_invalid_empty', param: path },
  )
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

function inWords(words: string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')}, or ${words.at(-1)}`
}
