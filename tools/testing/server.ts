import { afterAll } from 'vitest'
import type { Config } from '#server/config.ts'
import { runServer, type RunningServer } from './running-server.ts'
import { testDatabase } from './database.ts'

export { callTo, type CallOptions, type Reply } from './running-server.ts'
export type TestServer = RunningServer

/** A running server on a database of its own; closed when the test file ends. */
export async function testServer(changes: Partial<Config> = {}): Promise<TestServer> {
  const server = await runServer(await testDatabase(), changes)
  afterAll(() => server.close())
  return server
}
