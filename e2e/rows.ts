import pg from 'pg'
import { addresses } from './stack.ts'

let pool: pg.Pool | undefined

/** What the database holds, read past the server. */
export async function rows<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[]> {
  pool ??= new pg.Pool({ connectionString: addresses().database, max: 2 })
  return (await pool.query<Row>(text, values)).rows
}
