import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { contract } from '#contract/contract.ts'
import { isFile, type Endpoint } from '#contract/endpoint.ts'
import { staffContract } from '#contract/staff.ts'
import { isLong } from '#tools/testing/long.ts'
import { replyWriter } from './reply-writer.ts'

const replies = (
  [...Object.entries(contract), ...Object.entries(staffContract)] as [string, Endpoint][]
).flatMap(([key, { reply }]) => (!reply || isFile(reply) ? [] : [[key, reply] as const]))

type Described = Record<string, any>

/** Values that match a description, with a wrong value in a tenth of all positions. */
function valueOf(described: Described): fc.Arbitrary<unknown> {
  const oddity = fc.constantFrom<unknown>(
    null,
    undefined,
    '',
    'x',
    0.005,
    1.5,
    -1,
    true,
    [],
    {},
    NaN,
    '2026-02-30',
  )
  return fc.oneof({ arbitrary: soundValue(described), weight: 40 }, { arbitrary: oddity, weight: 1 })
}

const withSecret = (value: object) => ({ ...value, secret: 'never sent' })

function soundValue(described: Described): fc.Arbitrary<unknown> {
  const { type, anyOf, properties, items } = described
  if (anyOf) return fc.oneof(...anyOf.map((each: Described) => valueOf(each)))
  if (Array.isArray(type)) return fc.oneof(...type.map((each) => valueOf({ ...described, type: each })))
  if (described['const'] !== undefined) return fc.constant(described['const'])
  if (described['enum']) return fc.constantFrom(...described['enum'])
  if (type === 'object' && properties) {
    const fields = Object.entries(properties).map(([name, each]) => [name, valueOf(each as Described)])
    const exact = fc.record(Object.fromEntries(fields))
    return fc.oneof({ arbitrary: exact, weight: 9 }, { arbitrary: exact.map(withSecret), weight: 1 })
  }
  if (type === 'array') return fc.array(valueOf(items), { maxLength: 3 })
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  if (type === 'integer')
    return fc.integer({ min: described['minimum'] ?? -10, max: described['maximum'] ?? 3000 })
  if (type === 'number')
    return fc.integer({ min: -1_000_000, max: 1_000_000_000 }).map((cents) => cents / 100)
  return stringOf(described)
}

function stringOf({ format, pattern }: Described): fc.Arbitrary<unknown> {
  if (format === 'date') return fc.constantFrom('2026-11-15', '2028-02-29', '1999-12-31')
  if (format === 'date-time') return fc.constantFrom('2026-11-15T00:00:00Z', '2026-11-15T00:00:00.123Z')
  return pattern ? fc.stringMatching(new RegExp(pattern)) : fc.string({ unit: 'binary', maxLength: 20 })
}

/** Returns the written value, so that the order of its fields does not matter, or the error. */
function outcome(write: () => string): unknown {
  try {
    return JSON.parse(write())
  } catch (error) {
    return `refused: ${(error as Error).name}`
  }
}

describe('A reply', () => {
  it.each(replies)('%s has exactly the fields of its schema', (_, schema) => {
    const write = replyWriter(schema)
    const described = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' })
    fc.assert(
      fc.property(valueOf(described), (value) => {
        const written = outcome(() => write(value))
        expect(written).toEqual(outcome(() => JSON.stringify(schema.parse(value))))
        expect(JSON.stringify(written)).not.toContain('never sent')
      }),
      { numRuns: isLong ? 15 : 3 },
    )
  })

  it.each(replies)('%s has a pattern for each format', (_, schema) => {
    JSON.stringify(
      z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }),
      (_key, value: unknown) => {
        const { format, pattern, type } = (value ?? {}) as Described
        if (type === 'string' && format !== undefined) expect(pattern).toBeTypeOf('string')
        return value
      },
    )
  })

  it.each<[string, z.ZodMiniType, unknown, string]>([
    ['a field that nobody named', z.object({ a: z.string() }), { a: 'x', b: 'y' }, '{"a":"x"}'],
    ['a field that may be missing', z.object({ a: z.optional(z.string()), b: z.int() }), { b: 1 }, '{"b":1}'],
    ['what needs to be escaped', z.array(z.string()), ['"\\\u2028\ud800'], '["\\"\\\\\u2028\\ud800"]'],
    ['a choice between words and sums', z.union([z.string(), z.number()]), 7, '7'],
    ['names that are data', z.record(z.string(), z.int()), { constructor: 1 }, '{"constructor":1}'],
    [
      'a name that all objects know',
      z.object({ toString: z.string() }),
      { toString: 'x' },
      '{"toString":"x"}',
    ],
  ])('%s', (_, schema, value, text) => {
    expect(replyWriter(schema)(value)).toBe(text)
  })

  it.each<[string, z.ZodMiniType, unknown]>([
    ['what is no number', z.object({ a: z.number() }), { a: NaN }],
    ['a line of spaces', z.object({ a: z.string().check(z.trim(), z.minLength(1)) }), { a: ' ' }],
    ['a third decimal', z.object({ a: z.number().check(z.multipleOf(0.01)) }), { a: 0.125 }],
    ['a day that does not exist', z.object({ a: z.iso.date() }), { a: '2026-02-29' }],
    ['a missing field', z.object({ a: z.nullable(z.string()) }), {}],
    ['a word that is not on the list', z.enum(['a', 'b']), 'c'],
    ['a field that only all objects have', z.object({ toString: z.string() }), {}],
  ])('is never %s', (_, schema, value) => {
    expect(() => replyWriter(schema)(value)).toThrow(z.core.$ZodError)
  })
})
