import { withClient } from '#tools/postgres/databases.ts'
import { addresses } from './stack.ts'

/**
 * Lets one journey at a time do something, over all worker processes. A newer code closes the older one, for example,
 * so two journeys that log the same family in at once would take each other's code away. The lock belongs to its
 * connection: a worker that is cut off leaves none behind.
 */
export async function inTurn<Result>(subject: string, action: () => Promise<Result>): Promise<Result> {
  return withClient({ connectionString: addresses().database }, async (client) => {
    await client.query('select pg_advisory_lock(hashtext($1))', [subject])
    return action()
  })
}
