import pg from 'pg'
import { addresses } from './stack.ts'

/** What the database holds, read past the server. */
export async function rows<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: addresses().database })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}
