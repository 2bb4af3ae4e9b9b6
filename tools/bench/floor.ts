import { createServer } from 'node:http'
import { floorPath, openFloor } from './floor-overview.ts'

const overviewOf = openFloor(process.env)

const server = createServer((request, reply) => {
  const accountId = floorPath.exec(request.url ?? '')?.[1]
  if (!accountId) return void reply.writeHead(404).end()
  overviewOf(request.headers.authorization, accountId).then(
    (body) => {
      if (body === undefined) return reply.writeHead(401).end()
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
      return reply.writeHead(200, headers).end(body)
    },
    (error: Error) => reply.writeHead(500).end(error.message),
  )
})
server.listen(Number(process.env.PORT), '127.0.0.1')
