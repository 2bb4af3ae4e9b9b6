import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { lastLines, startChild } from '../child.ts'
import { freePort } from '../ports.ts'
import { buildServerWhenStale, builtServer } from '../server-build.ts'
import type { Families, Login } from './families.ts'
import type { Bench } from './part.ts'

const scripts = {
  larkwell: builtServer,
  mapped: 'tools/bench/mapped.ts',
} as const
export type ServerName = keyof typeof scripts

export type Serving = {
  name: ServerName
  url: string
  pid: number
  stop(): Promise<void>
}

const patienceMs = 30_000

export const overviewPath = ({ accountId }: Login) => `/api/portal/customer/account/${accountId}/overview`
export const bearer = ({ token }: Login) => ({ authorization: `Bearer ${token}` })

/** A server in a process of its own, as soon as it has answered an overview. */
export async function startServing(name: ServerName, bench: Bench, families: Families): Promise<Serving> {
  const [login] = await families.logins()
  if (name === 'larkwell') await buildServerWhenStale()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const log = join(bench.folder, `${name}.log`)
  const env = {
    NODE_ENV: 'development',
    ENVIRONMENT: 'beta',
    HOST: '127.0.0.1',
    PORT: String(port),
    CARD_FRAME_PORT: String(await freePort()),
    DATABASE_URL: families.databaseUrl,
    SESSION_KEYS: families.sessionKeys,
    // The real clock, and jobs in a process of their own, as in production.
    CLOCK_FILE: undefined,
    JOBS: 'elsewhere',
    // Everybody comes from one address.
    RATE_LIMIT_SCALE: '1000',
  }
  const startedAt = performance.now()
  const child = await startChild(`The server "${name}"`, scripts[name], env, log)
  bench.onEnd(() => child.stop())
  let failure: string | undefined
  void child.ended.then((how) => (failure = how))
  for (;;) {
    const status = await statusOf(url + overviewPath(login), bearer(login))
    if (status === 200) break
    if (status !== undefined) failure = `${child.name} answered an overview with ${status}`
    if (performance.now() - startedAt > patienceMs) failure = `${child.name} did not answer in time`
    if (failure) throw new Error(`${failure}. The end of its log:\n${await endOf(log)}`)
    await sleep(5)
  }
  return { name, url, pid: child.pid, stop: () => child.stop() }
}

async function statusOf(url: string, headers: Record<string, string>): Promise<number | undefined> {
  try {
    const reply = await fetch(url, { headers, signal: AbortSignal.timeout(5_000) })
    await reply.arrayBuffer()
    return reply.status
  } catch {
    // Nobody listens yet.
    return undefined
  }
}

async function endOf(log: string): Promise<string> {
  const lines = (await lastLines(log, 5)).split('\n')
  return lines.map((line) => line.slice(0, 1_000)).join('\n')
}
