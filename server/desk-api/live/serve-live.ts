import { PassThrough } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { liveEvents } from '#contract/staff-live.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Deps } from '../../platform/deps.ts'
import { authenticateStaff, readStaffToken } from '../../people/staff-access/staff-session.ts'
import { watchQueue } from './queue-watch.ts'

/** Proxies close what is silent for a minute. The session is looked at as often. */
const beatEveryMs = 15_000
const reconnectMs = 2_000

/**
 * Tells a browser what changes, as server-sent events: unlike other replies it goes on, so it is registered separately.
 * It neither begins nor prolongs a session, ends with it, and does not delay a restart.
 */
export function serveLive(app: FastifyInstance, deps: Deps): void {
  const watch = watchQueue(deps)
  const streams = new Set<PassThrough>()
  let isClosing = false

  app.get('/api/staff/live', { compress: false }, async (request, reply) => {
    const token = readStaffToken(request)
    const authenticate = () => authenticateStaff(deps, token, 'support', { countsAsUse: false })
    const listener = { staff: await authenticate(), hear: (queue: object) => send('queue', queue) }
    const stream = new PassThrough()
    const send = (event: (typeof liveEvents)[number], data: object) =>
      stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)

    const beat = async () => {
      try {
        listener.staff = await authenticate()
        stream.write(': here\n\n')
      } catch (error) {
        // A database that is away ends no session.
        if (!(error instanceof Refusal)) return
        send('over', {})
        stream.end()
      }
    }
    const timer = setInterval(() => void beat(), beatEveryMs).unref()
    streams.add(stream)
    stream.write(`retry: ${reconnectMs}\n\n`)
    const stopListening = watch.listen(listener)
    const leave = () => {
      clearInterval(timer)
      stopListening()
      streams.delete(stream)
      stream.destroy()
    }
    request.raw.once('close', leave)
    stream.once('close', leave)
    // Who was being let in when we began to close is not among those that were told.
    if (isClosing) stream.end()
    // Nginx would collect what is to arrive at once.
    return reply.type('text/event-stream; charset=utf-8').header('x-accel-buffering', 'no').send(stream)
  })

  app.addHook('preClose', async () => {
    isClosing = true
    watch.stop()
    for (const stream of streams) stream.end()
  })
}
