import { createServer } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http'
import { isMultipart } from './multipart.ts'

export type Incoming = {
  method: string
  path: string
  params: Record<string, string>
  query: URLSearchParams
  headers: IncomingHttpHeaders
  /** A form with files has one character per byte, so that none is lost. */
  body: string
  /** Aborts when the caller disconnects. */
  signal: AbortSignal
}

export type Answer = { status: number; headers: Record<string, string>; body: Buffer }

/** Instead of an answer: hang until the caller gives up, close the socket, or stream server events. */
export type Reply = Answer | 'hang' | 'drop' | { stream: (write: (text: string) => void) => void }

export type Handler = (request: Incoming) => Reply | Promise<Reply>
export type RouteKey = `${'GET' | 'POST' | 'DELETE' | 'OPTIONS'} /${string}`
export type Routes = Record<RouteKey, Handler>

/** Thrown by a handler of the inspection API for an invalid request. */
export class BadRequest extends Error {}

export function json(status: number, value: unknown, headers: Record<string, string> = {}): Answer {
  const body = Buffer.from(`${JSON.stringify(value)}\n`)
  return { status, headers: { 'content-type': 'application/json; charset=utf-8', ...headers }, body }
}

export function parseJsonBody(request: Incoming): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(request.body === '' ? '{}' : request.body)
  } catch {
    throw new BadRequest('the body is not JSON')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new BadRequest('the body must be a JSON object')
  }
  return value as Record<string, unknown>
}

export function createHttpServer(routes: Routes): Server {
  const find = createRouter(routes)
  return createServer((message, response) => {
    answer(find, message, response).catch((error: unknown) => {
      console.error('sandbox:', error)
      if (response.headersSent) response.destroy()
      else send(response, json(500, { error: 'the sandbox failed; see its output' }))
    })
  })
}

async function answer(find: Router, message: IncomingMessage, response: ServerResponse): Promise<void> {
  const gone = new AbortController()
  response.on('close', () => gone.abort())
  const url = new URL(message.url ?? '/', 'http://sandbox')
  const method = message.method ?? 'GET'
  const body = await readBody(message)
  if (body === undefined) return send(response, json(413, { error: 'the body is larger than 16 MB' }))
  const route = find(method === 'HEAD' ? 'GET' : method, url.pathname)
  if (!route) return send(response, json(404, { error: `no route for ${method} ${url.pathname}` }))
  const request: Incoming = {
    method,
    path: url.pathname,
    params: route.params,
    query: url.searchParams,
    headers: message.headers,
    body,
    signal: gone.signal,
  }
  try {
    send(response, await route.handler(request))
  } catch (error) {
    if (!(error instanceof BadRequest)) throw error
    send(response, json(400, { error: error.message }))
  }
}

export type Router = (
  method: string,
  path: string,
) => { handler: Handler; params: Record<string, string> } | undefined

export function createRouter(routes: Routes): Router {
  const compiled = Object.entries(routes).map(([key, handler]) => {
    const [method = '', path = ''] = key.split(' ')
    const pattern = path
      .replaceAll('.', '\\.')
      .replaceAll('*', '.*')
      .replaceAll(/:(\w+)/g, '(?<$1>[^/]+?)')
    return { method, pattern: new RegExp(`^${pattern}$`), handler }
  })
  return (method, path) => {
    for (const route of compiled) {
      const match = route.method === method ? route.pattern.exec(path) : null
      if (match) return { handler: route.handler, params: { ...match.groups } }
    }
    return undefined
  }
}

const maxBodyBytes = 16_000_000

async function readBody(message: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBodyBytes) return undefined
    chunks.push(chunk)
  }
  const body = Buffer.concat(chunks)
  return isMultipart(message) ? body.toString('latin1') : body.toString('utf8')
}

function send(response: ServerResponse, reply: Reply): void {
  if (reply === 'hang') return
  if (reply === 'drop') {
    response.socket?.destroy()
    return
  }
  if ('stream' in reply) {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    reply.stream((text) => void response.write(text))
    return
  }
  response.writeHead(reply.status, {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-length': reply.body.length,
    ...reply.headers,
  })
  response.end(reply.body)
}
