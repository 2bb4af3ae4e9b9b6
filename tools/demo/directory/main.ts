import { createServer } from 'node:http'
import { movableClock, systemClock } from '#server/clock.ts'
import { orExit, readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/open.ts'
import { readDirectory } from './directory.ts'

/**
 * Tells the sandbox who the demo families are. The sandbox plays the outside world and knows nothing of our tables, so
 * this is a process of its own, on this machine only. It writes nothing.
 */
const config = orExit(readConfig)
const clock = config.clockFile ? movableClock(config.clockFile) : systemClock
const db = openDatabase(config.databaseUrl, { connections: 2, timeoutMs: config.databaseTimeoutMs })
const { hostname, port } = new URL(process.env.DIRECTORY_URL ?? 'http://127.0.0.1:12120')

const server = createServer((request, response) => {
  const send = (status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  if (request.url === '/healthz') return void send(200, { status: 'ok' })
  if (request.url !== '/') return void send(404, { error: 'not found' })
  readDirectory({ db, portalOrigin: config.portalOrigin, now: clock() }).then(
    (directory) => send(200, directory),
    (error: unknown) => {
      console.error(error)
      send(503, { error: 'The demo families could not be read.' })
    },
  )
})
server.listen(Number(port), hostname)

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    server.close()
    server.closeAllConnections()
    void db.close().then(() => process.exit(0))
  })
}
