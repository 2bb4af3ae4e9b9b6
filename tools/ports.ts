import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

const lowest = 20_000
const highest = 32_000

/**
 * A port nobody listens on now. It is not an ephemeral port, because a connection could take that before we listen: a
 * busy machine has thousands of them.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(lowest, highest)
  return (await isPortFree(port)) ? port : freePort()
}

/** Browsers try both loopback addresses for `localhost`, so a listener on either one conflicts. */
export async function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return (await canListen(port, host)) && (await canListen(port, '::1'))
}

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'EADDRINUSE'))
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)))
  })
}
