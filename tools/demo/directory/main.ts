import { movableClock, systemClock } from '#server/platform/clock.ts'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database/open.ts'
import { failInSentences, ProgramFailure } from '#server/platform/program-failure.ts'
import { serveDirectory } from './serve.ts'

/**
 * Tells the sandbox who the demo families are. The sandbox plays the outside world and knows nothing of our tables, so
 * this is a process of its own, for this machine only. It writes nothing.
 */
failInSentences()
const config = readConfig()
const clock = config.clockFile ? movableClock(config.clockFile) : systemClock
const db = openDatabase(config.databaseUrl, { connections: 2, timeoutMs: config.databaseTimeoutMs })
const { portalOrigin } = config
const url = process.env.DIRECTORY_URL
if (!url) throw new ProgramFailure('DIRECTORY_URL must say where to answer.')
const directory = await serveDirectory({ db, portalOrigin, clock }, url)

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    void directory
      .close()
      .then(() => db.close())
      .then(() => process.exit(0))
  })
}
