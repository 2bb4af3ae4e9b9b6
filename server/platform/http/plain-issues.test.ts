import * as z from 'zod/mini'
import { describe, expect, it } from 'vitest'
import { contract } from '#contract/contract.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { amountSent, calendarDate, clientRequestId, line, oneTimeCode, uuid } from '#contract/wire.ts'
import { fieldErrors } from './plain-issues.ts'

function errorsOf(schema: z.ZodMiniType, value: unknown): Record<string, string> {
  const result = schema.safeParse(value)
  return result.success ? {} : fieldErrors(result.error.issues, 'body')
}

describe('The error of a request', () => {
  it.each<[string, z.ZodMiniType, unknown, string]>([
    ['nothing where something is needed', line(10), undefined, 'This is required'],
    ['an empty line', line(10), '  ', 'This is required'],
    ['too much text', line(10), 'x'.repeat(11), 'This can have at most 10 characters'],
    ['a number as text', line(10), 7, 'This must be text'],
    ['text as a number', z.number(), 'seven', 'This must be a number'],
    ['a fraction', z.int(), 1.5, 'This must be a whole number'],
    ['an id of somebody else', uuid, 'LW1', 'This is not an id of ours'],
    ['a day that does not exist', calendarDate, '2027-02-30', 'This is not a date such as 2027-02-28'],
    ['half a code', oneTimeCode, '12', 'Enter the 6 digits of the code'],
    ['a short request id', clientRequestId, 'x', 'Use 8 to 64 letters, digits, - or _'],
    ['an amount in words', amountSent, 'ten', 'Enter an amount such as 120.50'],
    ['an amount below nothing', amountSent, -1, 'This must be at least 0'],
    ['an unknown choice', z.enum(['Week', 'Month']), 'Day', 'Choose one of: Week, Month'],
    ['a field nobody asked for', z.strictObject({}), { isAdmin: 1 }, 'We do not know “isAdmin”'],
    ['an empty list', z.array(z.string()).check(z.minLength(2)), [], 'This needs at least 2 entries'],
  ])('is plain for %s', (_, schema, value, words) => {
    expect(errorsOf(schema, value)).toEqual({ body: words })
  })

  it('is about the closest form where there are several', () => {
    const form = z.union([
      z.strictObject({ amount: z.number(), token: z.string() }),
      z.strictObject({ amount: z.number(), sourceId: z.string() }),
    ])
    expect(errorsOf(form, { amount: 'ten', token: 'tok' })).toEqual({ amount: 'This must be a number' })
    expect(errorsOf(form, { amount: 10 })).toEqual({
      body: 'This fits none of the forms that we accept here',
    })
  })

  const values = [undefined, null, 7, -1, 'x', '', [], {}, { amount: {} }, 'x'.repeat(100_000)]
  it.each(Object.entries(contract as Record<string, Endpoint>))(
    '%s never answers in the words of a library',
    (_, endpoint) => {
      for (const schema of [endpoint.body, endpoint.query, endpoint.params]) {
        if (!schema) continue
        const fields = Object.keys((schema as unknown as { shape?: object }).shape ?? {})
        const sent = [
          ...values,
          ...values.map((value) => Object.fromEntries(fields.map((name) => [name, value]))),
        ]
        for (const value of sent)
          for (const words of Object.values(errorsOf(schema, value)))
            expect(words).not.toMatch(
              /pattern|\^|\\d|Invalid|expected|Too (big|small)|Unrecognized|undefined|NaN/,
            )
      }
    },
  )
})
