import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { startSandbox } from '../sandbox.ts'

const sandbox = await startSandbox()
afterAll(() => sandbox.close())
beforeEach(async () => {
  await fetch(`${sandbox.url}/_sandbox/api/reset`, { method: 'POST' })
})

const headers = { 'X-Frankie-CustomerID': 'sandbox-customer', api_key: 'sandbox-key' }
const entityData = {
  name: { givenName: 'Olivia', familyName: 'Bennett' },
  dateOfBirth: { dateOfBirth: '1984-02-29' },
}
const licence = (idNumber: string) => ({
  idType: 'DRIVERS_LICENCE',
  country: 'AUS',
  region: 'VIC',
  idNumber,
  extraData: [{ kvpKey: 'document_number', kvpValue: 'P1234567' }],
})
const passport = (idNumber: string) => ({ idType: 'PASSPORT', country: 'GBR', idNumber })

async function verify(body: unknown, more: { headers?: object; signal?: AbortSignal } = {}) {
  const reply = await fetch(`${sandbox.url}/compliance/v1.2/document/new/verify`, {
    method: 'POST',
    headers: { ...headers, ...more.headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...(more.signal && { signal: more.signal }),
  })
  return { status: reply.status, body: await reply.json() }
}

describe('The issuer of a document', () => {
  it.each([
    ['a licence', licence('12345678'), 'CHECKED_SUCCESS_CLEAR', 0],
    ['a passport', passport('123456789'), 'CHECKED_SUCCESS_CLEAR', 0],
    ['a licence that ends in 000', licence('12345000'), 'NO_MATCH', 0],
    ['a passport that ends in 000', passport('123456000'), 'NO_MATCH', 0],
    ['a passport that ends in 997', passport('123456997'), 'CHECKED_SUCCESS_WITH_NOTES', 1],
  ])('answers about %s', async (_, document, state, notes) => {
    const { status, body } = await verify({ document, entityData })
    expect(status).toBe(200)
    expect(body).toEqual({
      requestId: expect.stringMatching(/^01[\dA-F]{24}$/),
      documentVerificationResults: {
        documentId: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/),
        processResult: expect.objectContaining({ resultState: state }),
      },
    })
    expect(body.documentVerificationResults.processResult.resultNotes).toHaveLength(notes)
  })

  it('fails for a number ending in 999', async () => {
    const { status, body } = await verify({ document: licence('12345999'), entityData })
    expect([status, body.httpStatusCode]).toEqual([500, 500])
  })

  it('hangs for a number ending in 998', async () => {
    const reply = verify({ document: passport('P1234998'), entityData }, { signal: AbortSignal.timeout(150) })
    await expect(reply).rejects.toThrow('timeout')
  })

  it.each([
    ['another customer', { 'X-Frankie-CustomerID': 'somebody' }],
    ['another key', { api_key: 'sandbox-kez' }],
    ['no key', { api_key: '' }],
  ])('does not find %s', async (_, wrong) => {
    expect((await verify({ document: licence('1'), entityData }, { headers: wrong })).status).toBe(401)
  })

  const { idNumber: _, ...unnumbered } = licence('1')
  it.each<[string, unknown, string]>([
    ['invalid JSON', '{', ''],
    ['a list', [], ''],
    ['nothing', {}, 'document'],
    ['no person', { document: licence('1') }, 'entityData'],
    ['an unknown top-level field', { document: licence('1'), entityData, consent: true }, 'consent'],
    ['an unknown field', { document: { ...licence('1'), number: '1' }, entityData }, 'document.number'],
    ['no number', { document: unnumbered, entityData }, 'document.idNumber'],
    ['a number with spaces', { document: licence('1 2'), entityData }, 'document.idNumber'],
    [
      'a country in two letters',
      { document: { ...passport('1'), country: 'GB' }, entityData },
      'document.country',
    ],
    [
      'another kind of document',
      { document: { ...passport('1'), idType: 'VISA' }, entityData },
      'document.idType',
    ],
    [
      'a licence without its card',
      { document: { ...licence('1'), extraData: [] }, entityData },
      'document.extraData',
    ],
    [
      'a pair without a value',
      { document: { ...licence('1'), extraData: [{ kvpKey: 'document_number' }] }, entityData },
      'document.extraData.0.kvpValue',
    ],
    [
      'a name in one piece',
      { document: licence('1'), entityData: { name: 'Olivia Bennett' } },
      'entityData.name',
    ],
    [
      'a birthday in words',
      { document: licence('1'), entityData: { ...entityData, dateOfBirth: { dateOfBirth: '1 May 1980' } } },
      'entityData.dateOfBirth.dateOfBirth',
    ],
  ])('refuses a request with %s', async (_, sent, field) => {
    const { status, body } = await verify(sent)
    expect([status, body.issues[0].issueLocation]).toEqual([400, field])
  })

  it.each([
    ['status:503', 503],
    ['status:401', 401],
  ])('can be unavailable: %s', async (action, status) => {
    await fetch(`${sandbox.url}/_sandbox/api/faults`, {
      method: 'POST',
      body: JSON.stringify({ provider: 'id-check', action }),
    })
    expect((await verify({ document: licence('1'), entityData })).status).toBe(status)
    expect((await verify({ document: licence('1'), entityData })).status).toBe(200)
  })

  it('is in the request log without the numbers and the key', async () => {
    await verify({ document: licence('12345678'), entityData })
    const reply = await fetch(`${sandbox.url}/_sandbox/api/requests`)
    const text = await reply.text()
    expect(text).toContain('••••678')
    expect(text).toContain('••••567')
    expect(text).not.toMatch(/12345678|P1234567|sandbox-key/)
  })
})
