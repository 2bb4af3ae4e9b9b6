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

/** The first free port, in steps that leave room for neighbours. */
export async function freePortFrom(
  first: number,
  isUsable: (port: number) => boolean,
  host?: string,
): Promise<number> {
  for (let port = first; port < 65_536; port += 10) {
    if (isUsable(port) && (await isPortFree(port, host))) return port
  }
  return freePort()
}

export type HeldPort = { release(): Promise<void> }

/** Keeps a port until the program that listens on it is about to start. Undefined when it is taken. */
export async function holdPort(port: number, host = '127.0.0.1'): Promise<HeldPort | undefined> {
  if (!(await isPortFree(port, host))) return undefined
  const server = createServer((socket) => socket.destroy())
  const isHeld = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen({ port, host, exclusive: true }, () => resolve(true))
  })
  if (!isHeld) return undefined
  return { release: () => new Promise((resolve) => server.close(() => resolve())) }
}

/** Why nothing can listen on an address here, if nothing can: it is of another machine, or of none. */
export function whyNotOurs(host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen({ port: 0, host }, () => server.close(() => resolve(undefined)))
  })
}

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'EADDRINUSE'))
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)))
  })
}
