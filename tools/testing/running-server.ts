import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { regions } from '#domain/region.ts'
import type { RateLimits } from '#server/platform/rate-limit/limits.ts'
import { startSandbox } from '#sandbox/sandbox.ts'
import { buildApp } from '#server/app/app.ts'
import { buildCardFrame } from '#server/books/card-entry/card-frame.ts'
import { type Config, readConfig } from '#server/platform/config.ts'
import type { Deps } from '#server/platform/deps.ts'
import { jobHandlers } from '#server/app/job-handlers.ts'
import { closeDeps, openDeps } from '#server/app/open-deps.ts'
import type { Log } from '#server/platform/log.ts'
import { handledKinds } from '#server/books/webhooks/handle-event.ts'
import { sandboxEnv } from '../sandbox-env.ts'
import { callTo, inboxAt, logIn, type Call, type Inbox } from './portal-calls.ts'

export type RunningServer = Inbox & {
  url: string
  deps: Deps
  databaseUrl: string
  sandboxUrl: string
  /** `sandboxApi('stripe/refund', { charge })`: something happens in the outside world. */
  sandboxApi(path: string, body?: object): Promise<Response>
  /** Moves the clock that server and sandbox share. */
  travel(ms: number): Promise<void>
  /** `call('POST /api/…', { body })`, over HTTP like any browser. */
  call: Call
  /** Logs in as a parent does, reading the code from the sandbox. */
  logIn(email: string, mobile: string): Promise<string>
  close(): Promise<void>
}

/** Tests come from one address, do in a minute what a parent does in a year, and run at any hour. */
export const looseLimits = {
  QUIET_HOURS: '{"from":0,"until":0}',
  RATE_LIMIT_SCALE: '1000',
  RATE_LIMITS: looseRateLimits(),
}

/** The same, with more limits that a test would reach. */
export function looseRateLimits(more: Partial<RateLimits> = {}): string {
  return JSON.stringify({ 'session-reads': 100_000, 'session-writes': 100_000, ...more })
}

export type ServerChanges = Partial<Config> & {
  /** Where the sandbox reads who there is to log in as. */
  directoryUrl?: string
}

/** The real server on a migrated database, beside a real sandbox, in this process. Nothing happens by the clock. */
export async function runServer(
  databaseUrl: string,
  { directoryUrl, ...changes }: ServerChanges = {},
  log?: Log,
): Promise<RunningServer> {
  const folder = await mkdtemp(join(tmpdir(), 'larkwell-test-'))
  const clockFile = join(folder, 'clock.json')
  const depositFolder = join(folder, 'deposits')
  // Each reading of a file that is not there makes an error first.
  await writeFile(clockFile, JSON.stringify({ offsetMs: 0 }))
  const sandbox = await startSandbox({ clockFile, depositFolder, ...(directoryUrl && { directoryUrl }) })
  const config: Config = {
    ...readConfig({
      DATABASE_URL: databaseUrl,
      CLOCK_FILE: clockFile,
      DEPOSIT_FOLDER: depositFolder,
      ...sandboxEnv(sandbox.url, sandbox.smtpUrl),
      DATABASE_TIMEOUT_MS: '60000',
      // Long enough for a busy machine; a test of a provider that does not answer shortens it.
      IDV_TIMEOUT_MS: '20000',
      CREDIT_BODY_TIMEOUT_MS: '20000',
      STRIPE_TIMEOUT_MS: '20000',
      CARD_FRAME_PORT: '0',
      ENVIRONMENT: 'beta',
      ...looseLimits,
      LOG_LEVEL: 'silent',
    }),
    ...changes,
  }
  const deps = await openDeps(config, log)
  const cardFrame = await buildCardFrame(deps)
  // Its port is known only now, and the portal names it in its headers.
  config.cardFrame.origin = await cardFrame.listen({ host: '127.0.0.1', port: 0 })
  const app = await buildApp(deps)
  // The test decides what happens when: nothing is collected just because a minute has passed.
  if (config.doesJobs) await deps.jobs.work(jobHandlers(deps), { isOnSchedule: false })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const sandboxApi = (path: string, body: object = {}) =>
    fetch(`${sandbox.url}/_sandbox/api/${path}`, { method: 'POST', body: JSON.stringify(body) })
  for (const region of regions) {
    await sandboxApi('stripe/webhook-endpoint', {
      account: region,
      url: `${url}/webhooks/stripe/${region}`,
      // A family's payment method causes five that nobody handles.
      events: handledKinds,
    })
  }
  let offsetMs = 0
  const call = callTo(url)
  const inbox = inboxAt(sandbox.url)
  return {
    url,
    deps,
    databaseUrl,
    sandboxUrl: sandbox.url,
    async close() {
      await app.close()
      await cardFrame.close()
      await closeDeps(deps)
      await sandbox.close()
      await rm(folder, { recursive: true, force: true })
    },
    sandboxApi,
    call,
    ...inbox,
    async travel(ms) {
      offsetMs += ms
      // A process that reads the time at this moment must not find half a file.
      await writeFile(`${clockFile}.new`, JSON.stringify({ offsetMs }))
      await rename(`${clockFile}.new`, clockFile)
    },
    logIn: (email, mobile) => logIn({ call, ...inbox }, email, mobile),
  }
}
