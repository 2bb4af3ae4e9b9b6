import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { download } from './download.ts'
import { store } from './storage.ts'

/** A browser that keeps the files it is given, in front of a real server. */
type Saved = { name: string; text: string }
let server: Server
let answer: (request: IncomingMessage, reply: ServerResponse) => void
let requests: string[]
let saved: Promise<Saved>[]

const payload = Buffer.from(JSON.stringify({ sub: 'amelia', sid: 's1', accounts: [{ accountId: 'a1' }] }))
const token = `head.${payload.toString('base64url')}.signature`

beforeEach(async () => {
  requests = []
  saved = []
  server = createServer((request, reply) => {
    requests.push(`${request.headers.authorization} ${request.url}`)
    answer(request, reply)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const realFetch = fetch
  vi.stubGlobal('fetch', (path: string, options: RequestInit) => realFetch(origin + path, options))
  vi.stubGlobal('history', { replaceState: () => {} })
  vi.stubGlobal('location', { pathname: '/statements' })
  const blobs = new Map<string, Blob>()
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    blobs.set(`blob:${blobs.size}`, blob as Blob)
    return `blob:${blobs.size - 1}`
  })
  vi.stubGlobal('document', {
    getElementById: () => null,
    createElement: () => ({
      href: '',
      download: '',
      click(this: { href: string; download: string }) {
        const { href, download: name } = this
        saved.push(
          blobs
            .get(href)!
            .text()
            .then((text) => ({ name, text })),
        )
      },
    }),
  })
  store('token', token)
  store('accountId', 'a1')
})

afterEach(async () => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  store('token', null)
  store('accountId', null)
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
})

const key = 'GET /api/portal/customer/account/:accountId/statements/:statementId'
const request = { params: { accountId: 'a1', statementId: 'st1' } }
const progress: (number | null)[] = []
const start = () =>
  download(key, request, {
    fallbackName: 'Statement 2026-10.pdf',
    onProgress: (percent) => progress.push(percent),
  })

it('gives the browser a file under the name in the reply', async () => {
  answer = (_, reply) => {
    reply.writeHead(200, { 'x-filename': 'Zo%C3%AB%202026-10.pdf', 'content-length': 8 }).write('%PDF')
    setTimeout(() => reply.end('-1.7'), 20)
  }
  progress.length = 0
  await start()
  expect(await Promise.all(saved)).toEqual([{ name: 'Zoë 2026-10.pdf', text: '%PDF-1.7' }])
  expect(requests).toEqual([`Bearer ${token} /api/portal/customer/account/a1/statements/st1`])
  expect([progress[0], progress.at(-1)]).toEqual([0, 100])
})

it('falls back to a default name, and does not guess the size', async () => {
  answer = (_, reply) => {
    reply.write('%PDF')
    reply.end('-1.7')
  }
  progress.length = 0
  await start()
  expect(await Promise.all(saved)).toEqual([{ name: 'Statement 2026-10.pdf', text: '%PDF-1.7' }])
  expect(progress).toEqual([null])
})

it('sends one request while a file is loading, and a new one afterwards', async () => {
  answer = (_, reply) => setTimeout(() => reply.end('%PDF'), 20)
  await Promise.all([start(), start(), start()])
  expect([requests.length, saved.length]).toEqual([1, 1])
  await start()
  expect([requests.length, saved.length]).toEqual([2, 2])
})

it.each<[string, (reply: ServerResponse) => void]>([
  [
    'is shorter than announced',
    (reply) => {
      reply.writeHead(200, { 'content-length': 100 }).write('%PDF')
      setTimeout(() => reply.destroy(), 20)
    },
  ],
  [
    'breaks off',
    (reply) => {
      reply.writeHead(200, { 'transfer-encoding': 'chunked' }).write('%PDF')
      setTimeout(() => reply.destroy(), 20)
    },
  ],
  ['is empty', (reply) => reply.end()],
])('keeps no file when the reply %s', async (_, reply) => {
  answer = (_request, to) => reply(to)
  await expect(start()).rejects.toMatchObject({
    status: 0,
    msg: 'The file did not arrive completely. Please try again.',
  })
  expect(saved).toEqual([])
})

it("keeps no file after a refusal, and shows the server's message", async () => {
  answer = (_, reply) => reply.writeHead(404).end(JSON.stringify({ code: 'not_found', msg: 'Not there.' }))
  await expect(start()).rejects.toMatchObject({ status: 404, msg: 'Not there.' })
  expect(saved).toEqual([])
})
