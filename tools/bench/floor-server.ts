import { createServer, type IncomingMessage } from 'node:http'

/** The least server there is around its answers: JSON as text, undefined for a stranger, no promise for no such page. */
export function serveFloor(
  answerTo: (request: IncomingMessage) => Promise<string | undefined> | undefined,
): void {
  const server = createServer((request, reply) => {
    const answer = answerTo(request)
    if (!answer) return void reply.writeHead(404).end()
    answer.then(
      (body) => {
        if (body === undefined) return reply.writeHead(401).end()
        const length = Buffer.byteLength(body)
        return reply
          .writeHead(200, { 'content-type': 'application/json', 'content-length': length })
          .end(body)
      },
      (error: Error) => reply.writeHead(500).end(error.message),
    )
  })
  server.listen(Number(process.env.PORT), '127.0.0.1')
}
