import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { pathToFileURL } from 'node:url'
import { expect } from 'vitest'
import { freePort } from '../ports.ts'
import { inProject } from '../project.ts'
import { looseLimits } from './running-server.ts'
import type { TestServer } from './server.ts'

const exitWithParent = pathToFileURL(inProject('tools', 'exit-with-parent.mjs')).href

/** Compiled code is kept for the next process: to compile it anew takes longer than most of them live. */
export const keptCode = { NODE_COMPILE_CACHE: inProject('.build', 'compiled') }

/** A process of ours on the database of a test server. It ends, at the latest, with the process that runs the tests. */
export function startProcess(
  { databaseUrl }: Pick<TestServer, 'databaseUrl'>,
  env: Record<string, string>,
  program = inProject('server', 'main.ts'),
) {
  const child = spawn(process.execPath, ['--import', exitWithParent, program], {
    env: { PATH: process.env['PATH'], ...keptCode, DATABASE_URL: databaseUrl, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text: Buffer) => (output += text.toString()))
  return { child, output: () => output, exit: once(child, 'exit') as Promise<[number | null, string | null]> }
}

/** A process like the test server itself, beside it: the same database, sandbox and clock. */
export async function startBeside(home: TestServer, env: Record<string, string> = {}) {
  const port = await freePort()
  const server = startProcess(home, {
    PORT: String(port),
    CARD_FRAME_PORT: '0',
    ...surroundings(home),
    ...env,
  })
  const url = `http://127.0.0.1:${port}`
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ status }) => status,
      () => 0,
    )
  try {
    await expect.poll(isReady).toBe(200)
  } catch (error) {
    throw new Error(`The process beside did not start:\n${server.output()}`, { cause: error })
  }
  return { ...server, url }
}

/** One repayment run, in a process of its own. */
export function startRepaymentRun(home: TestServer) {
  return startProcess(home, surroundings(home), inProject('tools', 'testing', 'repayment-run.ts'))
}

/** The world in which a test server lives, for another process. */
function surroundings({ deps: { config }, sandboxUrl }: TestServer): Record<string, string> {
  return {
    // Whichever process does a job, the letter leads to the same place.
    PORTAL_ORIGIN: config.portalOrigin,
    SMTP_URL: config.mail.url,
    SMS_BASE_URL: config.sms.baseUrl,
    IDV_BASE_URL: config.idCheck.baseUrl,
    CREDIT_BODY_BASE_URL: config.creditBody.baseUrl,
    SCANNER_URL: config.scannerUrl,
    STRIPE_API_URL: sandboxUrl,
    DATABASE_TIMEOUT_MS: String(config.databaseTimeoutMs),
    STRIPE_TIMEOUT_MS: String(config.stripeTimeoutMs),
    CLOCK_FILE: config.clockFile ?? '',
    ...looseLimits,
    LOG_LEVEL: 'info',
  }
}
