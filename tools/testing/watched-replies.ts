import { subscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'

/** What servers of this process have sent and the OpenAPI documents do not describe. */
let undocumented: string[] = []

// Every web server of ours announces itself, before it has routes or other hooks: replies are not compressed yet.
subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('onSend', async (request, reply, payload) => {
    const { url: route, method } = request.routeOptions
    if (route === undefined || request.method === 'HEAD' || request.method === 'OPTIONS') return
    const { undocumentedIn } = await import('./documented-replies.ts')
    const body = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : undefined
    const problem = undocumentedIn({
      method: String(method ?? request.method),
      route,
      status: reply.statusCode,
      headers: reply.getHeaders(),
      body,
    })
    if (problem) undocumented.push(`${request.method} ${route}: ${problem}`)
  })
})

export function takeUndocumented(): string[] {
  const taken = undocumented
  undocumented = []
  return taken
}
