import { floorPath, openFloor } from './floor-overview.ts'
import { serveFloor } from './floor-server.ts'
import { openTransactionsFloor, transactionsPath } from './floor-transactions.ts'

const overviewOf = openFloor(process.env)
const transactionsOf = openTransactionsFloor(process.env)

serveFloor(({ url = '', headers }) => {
  const [, accountId] = floorPath.exec(url) ?? []
  if (accountId) return overviewOf(headers.authorization, accountId)
  const [, listedId, limit] = transactionsPath.exec(url) ?? []
  return listedId ? transactionsOf(headers.authorization, listedId, Number(limit)) : undefined
})
