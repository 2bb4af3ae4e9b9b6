import { validate } from '@readme/openapi-parser'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { contract } from '#contract/contract.ts'
import { isFile, type Endpoint } from '#contract/endpoint.ts'
import { customerFeatures, guestFeatures, staffFeatures } from '#contract/features.ts'
import { staffContract } from '#contract/staff.ts'
import { toDecimal } from '#domain/money.ts'
import { staffRoles } from '#domain/staff.ts'
import { itLong } from '#tools/testing/long-tests.ts'
import { refusals } from '../../platform/http/refusals.ts'
import { openApi } from './openapi.ts'
import { documentNames } from './components.ts'

type Content = Record<string, { schema: object; example?: unknown; examples?: object }>
type Reply = { $ref?: string; description: string; headers?: object; content?: Content }
type Operation = {
  operationId: string
  summary: string
  description: string
  tags: string[]
  security: object[]
  parameters: { $ref?: string; name: string; in: string; description?: string }[]
  requestBody?: { content: Content }
  responses: Record<string, Reply>
}

const everything: Record<string, Endpoint> = { ...contract, ...staffContract }
const documents = documentNames.map((name) => ({ name, document: openApi(name) }))
const operations = documents.flatMap(({ name, document }) =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name,
      key: `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
      pointer: `${name}#/paths/${encodeURIComponent(path.replaceAll('/', '~1'))}/${method}`,
      operation: operation as unknown as Operation,
      part: (reference: string) => {
        const [, , kind = '', part = ''] = reference.split('/')
        return document.components[kind]?.[part]
      },
    })),
  ),
)

const ajv = new Ajv2020({ strict: false, validateSchema: false })
addFormats.default(ajv)
ajv.addFormat('decimal', true)
for (const { name, document } of documents) ajv.addSchema(document, name)

const strict = {
  'operation-description': 'error',
  'tag-description': 'error',
  'parameter-description': 'error',
  'no-unused-components': 'error',
} as const
const deliberate = {
  // The API is proprietary, so there is no licence to name.
  'info-license': 'off',
} as const

/** Lists the errors of a value by the schema at a position of a document. */
function wrongWith(value: unknown, pointer: string): string | undefined {
  const check = ajv.getSchema(pointer)
  if (!check) throw new Error(`No schema at ${pointer}`)
  return check(value) ? undefined : ajv.errorsText(check.errors)
}

describe.each(documents)('The OpenAPI document for $name', ({ name, document }) => {
  it('is valid', async () => {
    expect(await validate(structuredClone(document) as never)).toMatchObject({ valid: true, warnings: [] })
  })

  itLong('passes a linter', async () => {
    const config = await createConfig({ extends: ['recommended'], rules: { ...strict, ...deliberate } })
    const problems = await lintFromString({
      source: JSON.stringify(document),
      absoluteRef: `${name}.json`,
      config,
    })
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
      [],
    )
  })

  it('names the server, and begins with the guides that it is given', () => {
    const { servers, info } = openApi(name, { server: 'https://pay.example', description: '# Guides' })
    expect([servers[0]?.url, info.description]).toEqual(['https://pay.example', '# Guides'])
  })

  it('has each feature as a tag with a description, and no other tag', () => {
    const used = operations.filter((each) => each.name === name).flatMap(({ operation }) => operation.tags)
    expect(document.tags.map((tag) => tag.name).toSorted()).toEqual([...new Set(used)].toSorted())
    expect(document.tags.filter(({ description }) => !description)).toEqual([])
  })
})

describe('The operations', () => {
  it('are those of the contract, each in one document, and the paths that are not JSON', () => {
    expect(operations.map(({ key }) => key).toSorted()).toEqual(
      [
        ...Object.keys(everything),
        'GET /api/calendar/:feedKey',
        'GET /api/staff/live',
        'POST /api/staff/imports/:kind',
        'POST /webhooks/contribution',
        'POST /webhooks/stripe/:region',
      ].toSorted(),
    )
  })

  it('belong to the document of those who may call them', () => {
    const features = { customer: customerFeatures, guest: guestFeatures, staff: staffFeatures }
    const accesses = {
      customer: ['public', 'customer', 'account'],
      guest: ['guest'],
      staff: ['public', ...staffRoles],
    }
    for (const name of documentNames) {
      const calls = features[name].flatMap((feature) => Object.values<Endpoint>(feature.calls))
      expect(calls.filter(({ access }) => !accesses[name].includes(access))).toEqual([])
    }
  })

  it('have unique names, a summary and a description', () => {
    const names = operations.map(({ name, operation }) => `${name} ${operation.operationId}`)
    expect(new Set(names).size).toBe(names.length)
    expect(operations.filter(({ operation }) => !operation.summary || !operation.description)).toEqual([])
  })

  it.each(operations)('$key describes all its parameters', ({ key, operation, part }) => {
    const parameters = operation.parameters.map((each) =>
      each.$ref ? (part(each.$ref) as unknown as typeof each) : each,
    )
    expect(parameters.filter(({ description }) => !description)).toEqual([])
    const inPath = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
    expect(inPath.toSorted()).toEqual([...key.matchAll(/:(\w+)/g)].map(([, name]) => name).toSorted())
  })

  it('need a token exactly where the contract does', () => {
    const schemes = {
      public: [],
      guest: undefined,
      customer: ['customerToken'],
      account: ['customerToken'],
      support: ['staffToken'],
      operations: ['staffToken'],
      admin: ['staffToken'],
    }
    for (const { key, operation } of operations) {
      const access = everything[key]?.access
      if (!access || access === 'guest') continue
      expect(
        operation.security.flatMap((scheme) => Object.keys(scheme)),
        key,
      ).toEqual(schemes[access])
    }
  })

  it('declare the type of each file', () => {
    const files = operations.filter(({ key }) => isFile(everything[key]?.reply))
    for (const { operation } of files)
      expect(Object.keys(operation.responses[200]?.content ?? {})).not.toContain('application/octet-stream')
    const byType = files.map(({ operation }) =>
      Object.keys(operation.responses[200]?.content ?? {}).join(' or '),
    )
    expect([...new Set(byType)].toSorted()).toEqual([
      'application/json',
      'application/pdf',
      'application/pdf or image/png or image/jpeg',
      'text/csv',
      'text/plain or text/csv',
    ])
  })

  it('show a file to upload even where no text goes with it', () => {
    const upload = operations.find(({ key }) => key.endsWith('/invoices/upload'))
    const schema = upload?.operation.requestBody?.content['multipart/form-data']?.schema
    expect(schema).toMatchObject({ properties: { file: {} }, required: ['file'] })
  })
})

describe('An example', () => {
  const bodies = operations.filter(({ operation }) => operation.requestBody?.content['application/json'])

  it.each(bodies)(
    'of what $key takes fits its schema, and what the server accepts',
    ({ key, pointer, operation }) => {
      const { example, schema } = operation.requestBody!.content['application/json']!
      // The documents do not describe Stripe's own event object.
      if (key === 'POST /webhooks/stripe/:region') return expect(schema).toHaveProperty('description')
      expect(wrongWith(example, `${pointer}/requestBody/content/application~1json/schema`)).toBeUndefined()
      expect(everything[key]?.body?.safeParse(example).error?.issues ?? []).toEqual([])
    },
  )

  const replies = operations.flatMap((each) =>
    Object.entries(each.operation.responses).flatMap(([status, { content }]) =>
      content?.['application/json']?.example === undefined
        ? []
        : [{ ...each, status, example: content['application/json'].example }],
    ),
  )

  it('is there for every success in JSON', () => {
    const inJson = operations.filter(({ key }) => !isFile(everything[key]?.reply))
    const without = inJson.filter(({ operation }) =>
      Object.entries(operation.responses).some(
        ([status, { content }]) =>
          Number(status) < 300 &&
          content?.['application/json'] &&
          content['application/json'].example === undefined,
      ),
    )
    expect(without.map(({ key }) => key)).toEqual([])
  })

  it.each(replies)('of the reply $status of $key fits its schema', ({ pointer, status, example }) => {
    expect(
      wrongWith(example, `${pointer}/responses/${status}/content/application~1json/schema`),
    ).toBeUndefined()
  })

  it('of every refusal has its code and message', () => {
    for (const { name, document } of documents) {
      for (const [code, { value }] of Object.entries(document.components['examples'] ?? {})) {
        expect(wrongWith(value, `${name}#/components/schemas/Refusal`)).toBeUndefined()
        expect(value).toMatchObject({ code, msg: expect.not.stringMatching(/[{}]|^$/) })
      }
    }
  })
})

describe('A refusal', () => {
  it.each(operations)('of $key has the status that the server sends', ({ operation, part }) => {
    for (const [status, reply] of Object.entries(operation.responses)) {
      if (Number(status) < 400) continue
      const described = reply.$ref ? (part(reply.$ref) as unknown as Reply) : reply
      const codes = Object.keys(described.content?.['application/json']?.examples ?? {})
      expect(codes.map((code) => refusals[code as keyof typeof refusals].status)).toEqual(
        codes.map(() => Number(status)),
      )
    }
  })
})

describe('An amount', () => {
  it('of any number of cents fits its schema', () => {
    const amounts = Array.from({ length: 20_000 }, (_, cents) => toDecimal(cents as never))
    expect(amounts.filter((amount) => wrongWith(amount, 'customer#/components/schemas/Amount'))).toEqual([])
    expect(amounts.filter((amount) => wrongWith(amount, 'customer#/components/schemas/AmountSent'))).toEqual(
      [],
    )
  })
})
