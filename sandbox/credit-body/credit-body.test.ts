import { afterAll, describe, expect, it } from 'vitest'
import { startSandbox } from '../sandbox.ts'

const sandbox = await startSandbox()
afterAll(() => sandbox.close())

const keys = { 'X-Frankie-CustomerID': 'sandbox-customer', api_key: 'sandbox-key' }
const home = {
  addressType: 'RESIDENTIAL1',
  streetNumber: '14',
  state: 'QLD',
  postalCode: '4064',
  country: 'AUS',
}
const person = {
  entityType: 'INDIVIDUAL',
  name: { givenName: 'Olivia', familyName: 'Bennett' },
  dateOfBirth: { dateOfBirth: '1984-05-17' },
  addresses: [home],
}

type Query = { path?: string; headers?: Record<string, string>; timeoutMs?: number }
async function query(
  entity: unknown,
  { path = 'two_plus/summary', headers = keys, timeoutMs = 10_000 }: Query = {},
) {
  const reply = await fetch(`${sandbox.url}/compliance/v1.2/entity/new/verify/${path}`, {
    method: 'POST',
    headers,
    body: typeof entity === 'string' ? entity : JSON.stringify({ entity }),
    signal: AbortSignal.timeout(timeoutMs),
  })
  return { status: reply.status, body: await reply.json() }
}
const at = (streetNumber: string) => ({ ...person, addresses: [{ ...home, streetNumber }] })

describe('The credit body', () => {
  it.each([
    ['14', 'CHECKED_SUCCESS_CLEAR'],
    ['', 'CHECKED_SUCCESS_CLEAR'],
    ['000', 'NO_MATCH'],
    ['12000', 'NO_MATCH'],
  ])('answers for street number "%s": %s', async (number, resultState) => {
    const { status, body } = await query(at(number))
    expect(status).toBe(200)
    expect(body.checkSummary).toMatchObject({ resultState, checkType: 'two_plus' })
    expect(body.checkSummary.checkId).toMatch(/^[\da-f]{32}$/)
  })

  it('fails for a street number ending in 999, and hangs for 998', async () => {
    expect((await query(at('1999'))).status).toBe(500)
    await expect(query(at('1998'), { timeoutMs: 400 })).rejects.toThrow(/abort|timeout/i)
  })

  it('uses the current address, not the previous one', async () => {
    const before = { ...home, addressType: 'RESIDENTIAL2', streetNumber: '000' }
    const { body } = await query({ ...person, addresses: [before, home] })
    expect(body.checkSummary.resultState).toBe('CHECKED_SUCCESS_CLEAR')
  })

  it.each([
    ['no key', {}],
    ['a wrong key', { ...keys, api_key: 'guess' }],
    ['another customer', { ...keys, 'X-Frankie-CustomerID': 'somebody' }],
  ])('refuses a caller with %s', async (_, headers) => {
    expect((await query(person, { headers })).status).toBe(401)
  })

  it.each<[string, unknown, string?]>([
    ['invalid JSON', '{'],
    ['nobody', null],
    ['a person without a family name', { ...person, name: { givenName: 'Olivia' } }],
    ['a person without a birthday', { ...person, dateOfBirth: {} }],
    ['a person without an address', { ...person, addresses: [] }],
    ['an address without a postcode', { ...person, addresses: [{ ...home, postalCode: '' }] }],
    ['no current address', { ...person, addresses: [{ ...home, addressType: 'POSTAL' }] }],
    ['an unknown check', person, 'ten_plus/summary'],
    ['an unknown result', person, 'two_plus/novel'],
  ])('refuses a request for %s', async (_, entity, path) => {
    expect((await query(entity, path ? { path } : {})).status).toBe(400)
  })
})
