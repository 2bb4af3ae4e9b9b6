import { PassThrough } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { liveEvents } from '#contract/staff-live.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Deps } from '../../platform/deps.ts'
import { authenticateStaff, readStaffToken } from '../../people/staff-access/staff-session.ts'
import { watchQueue } from './queue-watch.ts'

/** Proxies close a connection that is silent for a minute. The session is checked at the same interval. */
const beatEveryMs = 15_000
const reconnectMs = 2_000

/**
 * Sends changes to the browser as server-sent events. Unlike other replies the stream stays open, so the route is
 * registered separately. It neither begins nor extends a session, ends with it, and does not delay a restart.
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
        // A lost database connection must not end the session.
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
    // A stream that was still being opened when the server began to close was not ended with the others.
    if (isClosing) stream.end()
    // Without this header Nginx would buffer the events.
    return reply.type('text/event-stream; charset=utf-8').header('x-accel-buffering', 'no').send(stream)
  })

  app.addHook('preClose', async () => {
    isClosing = true
    watch.stop()
    for (const stream of streams) stream.end()
  })
}
