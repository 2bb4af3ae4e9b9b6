import { createServer } from 'node:http'
import { floorPath, openFloor } from './floor-overview.ts'
import { openTransactionsFloor, transactionsPath } from './floor-transactions.ts'

const overviewOf = openFloor(process.env)
const transactionsOf = openTransactionsFloor(process.env)

const server = createServer((request, reply) => {
  const { url = '', headers } = request
  const [, accountId] = floorPath.exec(url) ?? []
  const [, listedId, limit] = transactionsPath.exec(url) ?? []
  const answer = accountId
    ? overviewOf(headers.authorization, accountId)
    : listedId && transactionsOf(headers.authorization, listedId, Number(limit))
  if (!answer) return void reply.writeHead(404).end()
  answer.then(
    (body) => {
      if (body === undefined) return reply.writeHead(401).end()
      const length = Buffer.byteLength(body)
      return reply.writeHead(200, { 'content-type': 'application/json', 'content-length': length }).end(body)
    },
    (error: Error) => reply.writeHead(500).end(error.message),
  )
})
server.listen(Number(process.env.PORT), '127.0.0.1')
