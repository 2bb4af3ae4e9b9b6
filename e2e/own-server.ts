import { join } from 'node:path'
import { startChild, type Child, type Env } from '#tools/child.ts'
import { freePort } from '#tools/ports.ts'
import { untilReady } from '#tools/ready.ts'
import { builtServer } from '#tools/server-build.ts'
import { dataDir } from './stack.ts'

/** A second server on the same data, for a journey during which it dies. The jobs are the first one's. */
export async function ownServer() {
  const [port, cardFramePort] = [await freePort(), await freePort()]
  const url = `http://localhost:${port}`
  const env: Env = {
    ...(JSON.parse(process.env.SERVER_ENV ?? '{}') as Env),
    // Whatever is loaded into the first one.
    NODE_OPTIONS: '',
    JOBS: 'elsewhere',
    PORT: String(port),
    PORTAL_ORIGIN: url,
    CARD_FRAME_PORT: String(cardFramePort),
    CARD_FRAME_ORIGIN: `http://127.0.0.1:${cardFramePort}`,
  }
  const log = join(dataDir, `server-${port}.log`)
  let child: Child | undefined
  return {
    url,
    async start() {
      child = await startChild('The second server', builtServer, env, log)
      await untilReady(child, `http://127.0.0.1:${port}/readyz`, log)
    },
    /** At once, as by a failing machine. */
    async kill() {
      if (!child) return
      process.kill(child.pid, 'SIGKILL')
      await child.ended
      child = undefined
    },
  }
}
