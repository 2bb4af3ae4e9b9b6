import { describe, expect, it } from 'vitest'
import { contract } from '#contract/contract.ts'
import { openApi } from './openapi.ts'

type Operation = { operationId: string; security?: unknown; parameters: { name: string; in: string }[] }

const description = openApi(contract) as {
  openapi: string
  paths: Record<string, Record<string, Operation & Record<string, any>>>
}
const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)

describe('The API description', () => {
  it('is OpenAPI 3.1', () => expect(description.openapi).toMatch(/^3\.1\./))

  it('has every operation of the contract and no other', () => {
    const described = operations.map(
      ({ path, method }) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
    )
    expect(described.toSorted()).toEqual(Object.keys(contract).toSorted())
  })

  it('gives each operation a unique name', () => {
    const names = operations.map(({ operation }) => operation.operationId)
    expect(new Set(names).size).toBe(names.length)
  })

  it('declares every parameter of a path', () => {
    for (const { path, operation } of operations) {
      const inPath = operation.parameters
        .filter((parameter) => parameter.in === 'path')
        .map(({ name }) => name)
      expect(inPath.toSorted()).toEqual([...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).toSorted())
    }
  })

  it('requires a session exactly where the contract does', () => {
    for (const { path, method, operation } of operations) {
      const key = `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}` as keyof typeof contract
      expect(operation.security !== undefined, key).toBe(
        ['customer', 'account'].includes(contract[key].access),
      )
    }
  })

  it('shows a file to upload even where no text goes with it', () => {
    const upload = description.paths['/api/portal/customer/account/{accountId}/invoices/upload']?.['post']
    expect(upload?.['requestBody'].content['multipart/form-data'].schema.properties).toHaveProperty('file')
  })
})
