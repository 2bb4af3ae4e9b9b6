import { pino } from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { contract } from '#contract/contract.ts'
import { environments } from '#domain/environment.ts'
import { addFamily } from '#tools/testing/family.ts'
import { firstOf } from '#tools/testing/long.ts'
import { itLong } from '#tools/testing/long-tests.ts'
import { testServer } from '#tools/testing/server.ts'
import { buildApp } from '../../app/app.ts'
import { readConfig } from '../../platform/config.ts'
import type { Deps } from '../../platform/deps.ts'
import { addressLookup } from '../../platform/providers/address-lookup.ts'
import { readRateLimits } from '../../platform/rate-limit/limits.ts'

// The limits of production.
const server = await testServer({ rateLimits: readRateLimits() })
const { deps, call, sandboxApi, travel } = server
const minute = 60_000
/** Resets the rate limit between tests. */
afterEach(() => travel(minute))

const email = 'addresses@demo.example'
const mobile = '+61491572301'
await addFamily(server, { email, mobile })
const token = await server.logIn(email, mobile)
const key = 'POST /api/portal/customer/address-search'
const search = (fullAddress: unknown) => call(key, { token, body: { fullAddress } })

/** The same call to a server with other dependencies. */
async function serverWith(changes: Partial<Deps>) {
  const app = await buildApp({ ...deps, ...changes })
  return async (fullAddress: string) => {
    const reply = await app.inject({
      method: 'POST',
      url: key.slice('POST '.length),
      headers: { authorization: `Bearer ${token}` },
      payload: { fullAddress },
    })
    return { status: reply.statusCode, body: reply.json() }
  }
}

describe('The address search', () => {
  it('finds an address by the beginnings of its words, and returns its parts', async () => {
    const { status, body } = await search('  14 bound pad ')
    expect(status).toBe(200)
    expect(body[0]).toEqual({
      flatUnitNumber: null,
      streetNumber: '14',
      street: 'Boundary Road',
      locality: 'Paddington',
      state: 'QLD',
      postcode: '4064',
      fullAddress: '14 Boundary Road, Paddington QLD 4064',
    })
    expect(contract[key].reply.parse(body)).toEqual(body)
    expect((await search('unit 3 14 boundary road paddington')).body[0]).toMatchObject({
      flatUnitNumber: '3',
      streetNumber: '14',
      fullAddress: 'Unit 3, 14 Boundary Road, Paddington QLD 4064',
    })
  })

  it('shows at most ten addresses, and none without a match', async () => {
    expect((await search('street')).body).toHaveLength(10)
    expect(await search('zz none')).toMatchObject({ status: 200, body: [] })
  })

  it.each([
    ['of two characters', '14'],
    ['of two characters and spaces', ' 14  '],
    ['that is too long', 'a'.repeat(201)],
    ['that is a number', 14],
    ['that is missing', undefined],
  ])('refuses a text %s', async (_, text) => {
    const { status, body } = await search(text)
    expect([status, Object.keys(body.fields)]).toEqual([400, ['fullAddress']])
  })

  it('needs a session', async () => {
    expect((await call(key, { body: { fullAddress: '14 bound' } })).status).toBe(401)
  })

  it.each(firstOf(1, environments))('says that %s has no credentials for it', async (environment) => {
    const config = readConfig({ DATABASE_URL: deps.config.databaseUrl, ENVIRONMENT: environment })
    const changes = {
      config: { ...deps.config, environment: config.environment, addressLookup: config.addressLookup },
      providers: { ...deps.providers, addressLookup: addressLookup(config.addressLookup) },
    }
    const searchThere = await serverWith(changes)
    const { status, body } = await searchThere('14 bound')
    expect([status, body]).toEqual([
      503,
      { code: 'unhandled_environment', msg: `Unhandled environment: ${environment}` },
    ])
  })

  it.each(
    firstOf(2, [
      ['answers with an error', '14 bound', 'status:500'],
      ['is overloaded', '14 bound', 'status:429'],
      ['refuses our credentials', '14 bound', 'status:401'],
      ['drops the connection', '14 bound', 'drop'],
      ['sends half a reply', '14 bound', 'malformed'],
      ['says that it failed', 'zz error', undefined],
    ]),
  )('is unavailable when the provider %s', async (_, text, action) => {
    if (action) await sandboxApi('faults', { provider: 'address', times: 1, action })
    const { status, body, headers } = await search(text)
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'unavailable', '5'])
    expect((await search('14 bound')).status).toBe(200)
  })

  itLong('waits three seconds for the provider, and not for an answer that comes later', async () => {
    await sandboxApi('faults', { provider: 'address', times: 1, action: 'delayMs:4500' })
    const started = performance.now()
    expect(await search('14 bound')).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(performance.now() - started).toBeGreaterThan(2_900)
  })

  it('logs nothing of what was typed or found', async () => {
    const lines: string[] = []
    const log = pino({ level: 'trace' }, { write: (line) => void lines.push(line) })
    const searchThere = await serverWith({ log })
    for (const action of ['status:500', 'malformed', 'drop', undefined]) {
      if (action) await sandboxApi('faults', { provider: 'address', times: 1, action })
      await searchThere('14 bound pad')
    }
    expect(lines.filter((line) => line.includes('request failed'))).toHaveLength(3)
    expect(lines.join('')).toContain('address-search')
    expect(lines.join('')).not.toMatch(/bound|paddington/i)
  })

  itLong('is limited to sixty a minute, apart from a customer’s other calls', async () => {
    await travel(minute - (deps.clock().getTime() % minute) + 1000)
    for (let time = 1; time <= 60; time += 1) expect((await search('zz none')).status).toBe(200)
    const { status, headers } = await search('zz none')
    expect([status, Number(headers.get('retry-after')) <= 60]).toEqual([429, true])
    const write = await call('POST /api/portal/customer/chat', { token, body: { text: 'Hello' } })
    expect(write.status).toBe(200)
    await travel(minute)
    expect((await search('zz none')).status).toBe(200)
  })
})
