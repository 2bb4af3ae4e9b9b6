import { join } from 'node:path'
import { startChild } from '../child.ts'
import { freePort } from '../ports.ts'
import { untilReady } from '../ready.ts'
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
  const child = await startChild(`The server "${name}"`, scripts[name], env, log)
  bench.onEnd(() => child.stop())
  await untilReady(child, url + overviewPath(login), log, { headers: bearer(login) })
  return { name, url, pid: child.pid, stop: () => child.stop() }
}
