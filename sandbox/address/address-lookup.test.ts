import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSandbox } from '../sandbox.ts'
import type { Sandbox } from '../sandbox.ts'
import { findAddresses, titled } from './find-addresses.ts'
import { knownAddresses } from './known-addresses.ts'

describe('the known addresses', () => {
  it('are about two thousand, all different, in every state', () => {
    const texts = knownAddresses.map(titled)
    expect(texts.length).toBeGreaterThan(1_900)
    expect(new Set(texts).size).toBe(texts.length)
    expect(new Set(knownAddresses.map(({ state }) => state)).size).toBe(8)
    expect(knownAddresses.every(({ postcode }) => /^\d{4}$/.test(postcode))).toBe(true)
  })

  it.each([
    ['14 bound pad', '14 Boundary Road, Paddington QLD 4064'],
    ['14 BOUNDARY RD, PADDINGTON', '14 Boundary Road, Paddington QLD 4064'],
    ['3/14 boundary rd', 'Unit 3, 14 Boundary Road, Paddington QLD 4064'],
    ['u 2 14 bound pad', 'Unit 2, 14 Boundary Road, Paddington QLD 4064'],
    ['1000 bound', '1000 Boundary Road, Paddington QLD 4064'],
    ['4064 banksia', '34 Banksia Street, Paddington QLD 4064'],
  ])('are found while typing: %s', (typed, first) => {
    expect(findAddresses(typed).map(titled)[0]).toBe(first)
  })

  it('are not found by an unknown word', () => {
    expect(findAddresses('14 boundary road atlantis')).toEqual([])
    expect(findAddresses(' , ')).toEqual([])
  })
})

describe('the address lookup', () => {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await startSandbox()
  })
  afterAll(() => sandbox.close())

  const post = (
    body: unknown,
    { password = 'sandbox-password', signal = undefined as AbortSignal | undefined } = {},
  ) =>
    fetch(`${sandbox.url}/harmony/rest/au/address`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`sandbox-user:${password}`).toString('base64')}` },
      body: JSON.stringify(body),
      signal,
    })
  const lookup = (fullAddress: string, caseType?: string) => ({
    payload: [{ fullAddress }],
    sourceOfTruth: 'AUSOTS',
    ...(caseType !== undefined && { featureOptions: { caseType } }),
  })
  const read = async (reply: Response) =>
    (await reply.json()) as { status: string; messages: string[]; payload: Record<string, unknown>[] }

  it('replies with addresses in parts, in the requested letter case', async () => {
    const title = await read(await post(lookup('unit 3 14 bound pad', 'TITLE')))
    expect(title).toMatchObject({ status: 'SUCCESS', messages: [] })
    expect(title.payload.length).toBeLessThanOrEqual(20)
    expect(title.payload[0]).toMatchObject({
      flatUnitNumber: '3',
      streetNumber: '14',
      street: 'Boundary Road',
      locality: 'Paddington',
      state: 'QLD',
      postcode: '4064',
      fullAddress: 'Unit 3, 14 Boundary Road, Paddington QLD 4064',
    })
    const upper = await read(await post(lookup('unit 3 14 bound pad')))
    expect(upper.payload[0]).toMatchObject({
      street: 'BOUNDARY ROAD',
      fullAddress: 'UNIT 3, 14 BOUNDARY ROAD, PADDINGTON QLD 4064',
    })
    expect((await read(await post(lookup('street')))).payload).toHaveLength(20)
  })

  it.each([
    ['an address outside a list', { ...lookup('14 bound'), payload: { fullAddress: '14 bound' } }],
    ['no address', { ...lookup('14 bound'), payload: [] }],
    ['another source of truth', { ...lookup('14 bound'), sourceOfTruth: 'GNAF' }],
    ['no source of truth', { payload: [{ fullAddress: '14 bound' }] }],
    ['nothing', null],
  ])('refuses a request with %s', async (_, body) => {
    const reply = await post(body)
    expect([reply.status, await read(reply)]).toMatchObject([400, { status: 'ERROR', payload: null }])
  })

  it('refuses a wrong password', async () => {
    const reply = await post(lookup('14 bound'), { password: 'guessed' })
    expect([reply.status, await read(reply)]).toMatchObject([401, { status: 'ERROR', payload: null }])
  })

  it('finds nothing, fails or hangs on request', async () => {
    expect(await read(await post(lookup('zz none')))).toEqual({
      status: 'SUCCESS',
      messages: [],
      payload: [],
    })
    expect(await read(await post(lookup('ZZ error')))).toMatchObject({ status: 'ERROR', payload: null })
    await expect(post(lookup('zz timeout'), { signal: AbortSignal.timeout(100) })).rejects.toThrow('timeout')
  })
})
