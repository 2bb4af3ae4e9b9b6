import type { ClientError } from '#contract/staff-company.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

export async function listClientErrors(db: Db, limit: number) {
  return db.many<Omit<ClientError, 'at'> & { at: Date; customerId: string | null }>(sql`
    select id, at, times, environment, path, message, stack, request_id as "requestId", customer_id as "customerId"
    from client_error order by at desc limit ${limit}`)
}
