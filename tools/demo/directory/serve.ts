import { createServer } from 'node:http'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database/open.ts'
import { readDirectory } from './directory.ts'

type ServeDeps = { db: Db; portalOrigin: string; clock: Clock }

/** Answers at `/` with who there is now; `/healthz` needs no tables. */
export async function serveDirectory(
  { db, portalOrigin, clock }: ServeDeps,
  url: string,
): Promise<{ close(): Promise<void> }> {
  const { hostname, port } = new URL(url)
  const server = createServer((request, response) => {
    const send = (status: number, body: unknown) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.url === '/healthz') return send(200, { status: 'ok' })
    if (request.url !== '/') return send(404, { error: 'not found' })
    readDirectory({ db, portalOrigin, now: clock() }).then(
      (directory) => send(200, directory),
      (error: unknown) => {
        console.error(error)
        send(503, { error: 'The families could not be read.' })
      },
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(Number(port), hostname, resolve)
  })
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
