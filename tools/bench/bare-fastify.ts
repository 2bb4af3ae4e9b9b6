import { fastify } from 'fastify'
import { openFloor } from './floor-overview.ts'

const overviewOf = openFloor(process.env)
const app = fastify()

app.get<{ Params: { accountId: string } }>(
  '/api/portal/customer/account/:accountId/overview',
  async (request, reply) => {
    const body = await overviewOf(request.headers.authorization, request.params.accountId)
    return body === undefined ? reply.code(401).send() : reply.type('application/json').send(body)
  },
)
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
