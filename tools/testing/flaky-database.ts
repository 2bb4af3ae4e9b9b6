import { createServer, connect, type AddressInfo, type Socket } from 'node:net'
import { afterAll } from 'vitest'

/**
 * A database connection that breaks at the worst moment. Once armed, it lets so many messages of the client through,
 * has the last of them carried out, and breaks off before the answer to it arrives. It can also fall silent, as when a
 * machine vanishes: nothing arrives any more, and nobody is told.
 */
export async function flakyDatabase(databaseUrl: string) {
  const { hostname, port } = new URL(databaseUrl)
  let messagesLeft = Infinity
  const sockets = new Set<Socket>()
  let silent = new WeakSet<Socket>()

  const proxy = createServer((client) => {
    const server = connect(Number(port || 5432), hostname)
    let isDoomed = false
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    }
    client.on('data', (sent: Buffer) => {
      if (silent.has(client)) return
      server.write(sent)
      messagesLeft -= 1
      if (messagesLeft !== 0) return
      isDoomed = true
      messagesLeft = Infinity
    })
    server.on('data', (answer: Buffer) => {
      // The answer shows that the work is done; nobody gets to hear it.
      if (isDoomed) for (const socket of [client, server]) socket.destroy()
      else client.write(answer)
    })
    client.on('close', () => server.destroy())
    server.on('close', () => client.destroy())
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    for (const socket of sockets) socket.destroy()
    proxy.close()
  })
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((proxy.address() as AddressInfo).port)
  return {
    url: url.href,
    /** The answer to the message after so many others will be lost. */
    breakAfter(messages: number) {
      messagesLeft = messages + 1
    },
    /** Connections that are open now carry nothing any more. New ones work. */
    fallSilent() {
      silent = new WeakSet(sockets)
    },
    disarm() {
      messagesLeft = Infinity
    },
  }
}
