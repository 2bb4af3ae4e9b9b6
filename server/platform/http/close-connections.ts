import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Log } from '../log.ts'

/** Longer than any statement or any call to a provider may take. */
const replyWithinMs = 20_000

/**
 * Closing waits for every connection, and Node itself closes only those that are idle after a reply. A connection
 * that a browser opened in advance, or one with half a request, would keep the process open until it is killed. So
 * requests in progress are answered, and every other connection is closed at once.
 */
export function closeConnectionsOnShutdown(app: FastifyInstance, log: Pick<Log, 'error'>): void {
  const connections = new Set<Socket>()
  const inProgress = new Set<FastifyRequest>()
  let isClosing = false

  const closeQuietConnections = () => {
    const busy = new Set([...inProgress].map(({ raw }) => raw.socket))
    for (const connection of connections) if (!busy.has(connection)) connection.destroySoon()
  }
  app.server.on('connection', (connection: Socket) => {
    connections.add(connection)
    connection.once('close', () => connections.delete(connection))
    if (isClosing) connection.destroySoon()
  })
  app.addHook('onRequest', (request, reply, done) => {
    inProgress.add(request)
    // Unlike a hook after the reply, this event also fires if the client has disconnected.
    reply.raw.once('close', () => {
      inProgress.delete(request)
      if (isClosing) closeQuietConnections()
    })
    done()
  })
  app.addHook('preClose', async () => {
    isClosing = true
    closeQuietConnections()
    setTimeout(() => {
      for (const { method, routeOptions, id, raw } of inProgress) {
        log.error(
          { reqId: id, method, route: routeOptions.url },
          `a request was not finished within ${replyWithinMs / 1000} s of closing, and is cut off`,
        )
        raw.socket.destroy()
      }
    }, replyWithinMs).unref()
  })
}
