import { describe, expect, it } from 'vitest'
import { contract } from '#contract/contract.ts'
import { isRole, type Endpoint } from '#contract/endpoint.ts'
import { staffContract } from '#contract/staff.ts'
import { addFamily } from '#tools/testing/family.ts'
import { isLong } from '#tools/testing/long.ts'
import { callTo, testServer } from '#tools/testing/server.ts'
import { addStaff } from '#tools/testing/staff.ts'
import { buildApp } from '../../app/app.ts'
import { createLog } from '../log.ts'

const server = await testServer()
const [email, mobile] = ['paths@demo.example', '+61491570173']
const { accountId } = await addFamily(server, { email, mobile })
const parent = await server.logIn(email, mobile)
const admin = await addStaff(server, 'admin')

const calls = Object.entries({ ...contract, ...staffContract }) as [string, Endpoint][]
const tokenOf = ({ access }: Endpoint) => (isRole(access) ? admin.token : parent)

describe('A path parameter that is no id of ours', () => {
  const values = [
    'canary-4711',
    "' or 'canary-4711'='",
    '%00canary-4711',
    'canary-4711'.repeat(30),
    '..%2Fcanary-4711',
  ]
  const parameters = calls.flatMap(([key, endpoint]) =>
    [...key.matchAll(/:(\w+)/g)].map(([, wrong = '']) => ({ key, endpoint, wrong })),
  )

  /**
   * Makes each call once for each of its parameters, with valid values for the others. By default the values take
   * turns.
   */
  const wrongPaths = parameters.flatMap(({ key, endpoint, wrong }, place) =>
    (isLong ? values : [values[place % values.length] ?? '']).map((value) => ({
      endpoint,
      path: key.replace(/:(\w+)/g, (_, name: string) =>
        name === wrong
          ? value
          : name === 'accountId'
            ? accountId
            : /year/i.test(name)
              ? '2027'
              : name === 'date'
                ? '2027-01-15'
                : '00000000-0000-4000-8000-000000000000',
      ),
    })),
  )

  it('is refused by every call, and is not in the log', async () => {
    const lines: string[] = []
    const log = createLog('info', { write: (line) => void lines.push(line) })
    const app = await buildApp({ ...server.deps, log })
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    const call = callTo(url)
    const wrong: unknown[] = []
    for (const { path, endpoint } of wrongPaths) {
      const body = path.startsWith('GET') ? {} : { body: {} }
      const { status } = await call(path, { token: tokenOf(endpoint), ...body })
      if (![400, 403, 404, 415].includes(status)) wrong.push([path, status])
    }
    await app.close()
    expect(wrong).toEqual([])
    const output = lines.join('')
    expect(output).not.toContain('canary-4711')
    expect(output).toContain('"route":"/api/portal/customer/account/:accountId/statements/:statementId"')
  })

  it.each(['statements', 'invoices', 'transactions'])('names nothing among the %s', async (list) => {
    const { status, body } = await server.call(`GET /api/portal/customer/account/${accountId}/${list}/x`, {
      token: parent,
    })
    expect([status, body.code]).toEqual([404, 'not_found'])
  })
})

describe('A path that is spelt in another way', () => {
  const spellings = ['/%61pi', '/a%70i', '/%61%70%69']

  it.each(spellings)('%s is as private as any call', async (api) => {
    const { headers, status } = await server.call(`GET ${api}/portal/customer/accounts`, { token: parent })
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'; form-action 'none'")
  })

  it.each(spellings)('%s is closed to foreign pages', async (api) => {
    const { status, body } = await server.call(`POST ${api}/auth/customer/send-otp`, {
      body: { email },
      headers: { 'sec-fetch-site': 'cross-site' },
    })
    expect([status, body.code]).toEqual([403, 'forbidden'])
  })
})

describe('Text that no table can hold', () => {
  const deep = `${'['.repeat(60_000)}${']'.repeat(60_000)}`
  it.each<[string, string]>([
    ['a zero character', String.raw`{"fullAddress":"20 bond\u0000street"}`],
    ['half a letter', String.raw`{"fullAddress":"20 bond\ud800street"}`],
    ['a key with a zero character', String.raw`{"fullAddress":"20 bond street","a\u0000":1}`],
    ['a value nested without end', `{"fullAddress":${deep}}`],
  ])('is refused: %s', async (_, body) => {
    const reply = await server.call('POST /api/portal/customer/address-search', { body, token: parent })
    expect([reply.status, reply.body.code]).toEqual([400, 'invalid_request'])
  })
})
