import type { Db } from '../database/open.ts'
import { sql } from '../database/sql.ts'

export async function listSettings(db: Db): Promise<Record<string, unknown>> {
  const rows = await db.many<{ name: string; value: unknown }>(sql`select name, value from setting`)
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

export async function saveSetting(db: Db, name: string, value: unknown): Promise<void> {
  await db.run(sql`
    insert into setting (name, value) values (${name}, ${JSON.stringify(value)})
    on conflict (name) do update set value = excluded.value`)
}

export async function deleteSetting(db: Db, name: string): Promise<void> {
  await db.run(sql`delete from setting where name = ${name}`)
}
