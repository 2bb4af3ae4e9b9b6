import { afterAll } from 'vitest'
import { runServer, type RunningServer, type ServerChanges } from './running-server.ts'
import { testDatabase } from './database.ts'

export { callTo, type CallOptions, type Reply } from './portal-calls.ts'
export type TestServer = RunningServer

/** A running server on a database of its own; closed when the test file ends. */
export async function testServer(changes: ServerChanges = {}): Promise<TestServer> {
  const server = await runServer(await testDatabase(), changes)
  afterAll(() => server.close())
  return server
}
