import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

const lowest = 20_000
const highest = 32_000

/**
 * A port nobody listens on now. It is none of those that the system gives to connections by itself, of which one could
 * take it before its user does: a busy machine has thousands of these.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(lowest, highest)
  return (await isPortFree(port)) ? port : freePort()
}

/** Browsers try both loopback addresses for `localhost`, so a listener on either one is in the way. */
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
