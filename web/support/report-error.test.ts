import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { envelopeUrl, type ErrorReport } from './outside-report.ts'

/** A browser's address bar and relative URLs, in front of a real server that records each report. */
let server: Server
let received: { url: string; body: string }[]
let errorReportUrl: string | null

beforeEach(async () => {
  received = []
  errorReportUrl = null
  server = createServer((request, reply) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      received.push({ url: request.url ?? '', body })
      reply.statusCode = request.url === '/api/settings' ? 500 : 200
      reply.end('{}')
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const realFetch = fetch
  vi.stubGlobal('fetch', (path: string, options: RequestInit) =>
    realFetch(path.startsWith('/') ? origin() + path : path, options),
  )
  vi.stubGlobal('location', { pathname: '/statements' })
  const textContent = () => JSON.stringify({ environment: 'beta', errorReportUrl })
  vi.stubGlobal('document', { getElementById: () => ({ textContent: textContent() }) })
  // Every test is its own visit.
  vi.resetModules()
})

afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
})

const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const visit = async () => ({
  ...(await import('./report-error.ts')),
  ...(await import('../api/api-error.ts')),
})
/** Of this page: what could not be reached in another file's test is reported ten seconds later. */
const reports = () =>
  received
    .filter(({ body }) => body !== '')
    .map(({ body }) => JSON.parse(body) as ErrorReport)
    .filter(({ path }) => path === '/statements')
const failure = (status: number, code: 'server_error' | 'not_found' | 'unauthenticated' | 'unreachable') =>
  ({ status, reply: { code, msg: 'No.' } }) as const

describe('an error report', () => {
  it('says what happened, on which page, and in which request', async () => {
    const { ApiError, reportError } = await visit()
    reportError(new ApiError(404, { code: 'not_found', msg: 'No.' }, 'r-7'))
    await expect
      .poll(reports)
      .toMatchObject([{ message: 'ApiError: 404 not_found: No.', path: '/statements', requestId: 'r-7' }])
    expect(received[0]?.url).toBe('/api/client-errors')
  })

  it('contains no secret', async () => {
    const { reportError } = await visit()
    reportError(new Error('GET /login?token=s3cret failed for amelia@mail.example'))
    await expect.poll(reports).toHaveLength(1)
    expect(received[0]?.body).not.toMatch(/s3cret|amelia@/)
  })

  it('is made once for the same error, and ten times at most per visit', async () => {
    const { reportError } = await visit()
    for (const _ of [1, 2]) reportError(new Error('the same'))
    for (let n = 0; n < 20; n += 1) reportError(new Error(`another: ${'x'.repeat(n)}`))
    await expect.poll(reports).toHaveLength(10)
    expect(new Set(reports().map(({ message }) => message)).size).toBe(10)
  })

  it("fits the server's limits, however long the error is", async () => {
    const { reportError } = await visit()
    reportError(new Error('long '.repeat(1000)))
    reportError('')
    await expect.poll(reports).toHaveLength(2)
    expect(reports().every(({ message }) => message.length > 0 && message.length <= 1000)).toBe(true)
    expect(reports().every(({ stack = '' }) => stack.length <= 8000)).toBe(true)
  })

  it.each([
    ['the end of a session', failure(401, 'unauthenticated')],
    ['a cancelled call', new DOMException('Aborted', 'AbortError')],
    ["an extension's error", new Error('x of chrome-extension://abc/inject.js')],
  ])('is not sent for %s', async (_, error) => {
    const { ApiError, reportError } = await visit()
    reportError('status' in error ? new ApiError(error.status, error.reply, null) : error)
    reportError(new Error('the last one'))
    await expect.poll(reports).toHaveLength(1)
    expect(reports()[0]?.message).toContain('the last one')
  })

  it('also goes to an outside project, where an installation names one', async () => {
    errorReportUrl = `${origin().replace('//', '//public-key@')}/7`
    const { reportError } = await visit()
    reportError(new Error('out of paper'))
    await expect
      .poll(() => received.map(({ url }) => url).sort())
      .toEqual(['/api/7/envelope/?sentry_key=public-key&sentry_version=7', '/api/client-errors'])
    const envelope = received.find(({ url }) => url.includes('envelope'))?.body.split('\n') ?? []
    expect(envelope.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { event_id: expect.stringMatching(/^[0-9a-f]{32}$/) as string },
      { type: 'event' },
      { message: 'Error: out of paper', environment: 'beta', transaction: '/statements' },
    ])
  })
})

describe('a failed call', () => {
  it.each([
    ['is reported when the server failed', failure(500, 'server_error'), 1],
    ['is not reported when the server refused', failure(404, 'not_found'), 0],
    ['is not reported when the session has ended', failure(401, 'unauthenticated'), 0],
  ])('%s', async (_, { status, reply }, times) => {
    const { ApiError, reportError, reportFailedCall } = await visit()
    reportFailedCall('GET /api/account/:accountId', new ApiError(status, reply, 'r-1'))
    reportError(new Error('the last one'))
    await expect.poll(() => reports().length).toBe(times + 1)
    const keys = reports().filter(({ message }) => message.startsWith('GET /api/account/:accountId: '))
    expect(keys).toHaveLength(times)
  })

  it('is reported when the client has made it', async () => {
    vi.stubGlobal('addEventListener', () => {})
    const { followErrors } = await visit()
    const { call } = await import('../session/client.ts')
    followErrors()
    await expect(call('GET /api/settings')).rejects.toThrow('500')
    await expect.poll(() => reports()[0]?.message).toContain('GET /api/settings: ApiError: 500')
  })

  it('is reported once, even if it takes the page down as well', async () => {
    const { ApiError, reportError, reportFailedCall } = await visit()
    const error = new ApiError(500, { code: 'server_error', msg: 'No.' }, null)
    reportFailedCall('GET /x', error)
    reportError(error)
    reportError(new Error('the last one'))
    await expect.poll(reports).toHaveLength(2)
  })

  it('without a reply is reported by a page that is still open after ten seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const { ApiError, reportFailedCall } = await visit()
    const unreachable = failure(0, 'unreachable')
    reportFailedCall('GET /x', new ApiError(0, unreachable.reply, null))
    vi.advanceTimersByTime(9_999)
    expect(received).toEqual([])
    vi.advanceTimersByTime(1)
    vi.useRealTimers()
    await expect.poll(reports).toMatchObject([{ message: 'GET /x: ApiError: 0 unreachable: No.' }])
  })
})

describe('the address of an outside project', () => {
  it.each([
    ['https://k@errors.example/7', 'https://errors.example/api/7/envelope/?sentry_key=k&sentry_version=7'],
    [
      'https://k@errors.example/a/7',
      'https://errors.example/a/api/7/envelope/?sentry_key=k&sentry_version=7',
    ],
    ['https://errors.example/7', undefined],
    ['https://k@errors.example', undefined],
    ['nonsense', undefined],
  ])('of %s is %s', (address, url) => {
    expect(envelopeUrl(address)).toBe(url)
  })
})
