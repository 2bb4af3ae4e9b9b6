import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#server/platform/database/open.ts'
import { sql } from '#server/platform/database/sql.ts'
import { tablesDoc, tablesFile } from './tables-doc.ts'
import { testDatabase } from './testing/database.ts'

const db = openDatabase(await testDatabase())
afterAll(() => db.close())

describe('docs/tables.md', () => {
  const document = readFileSync(tablesFile, 'utf8')

  it('is as the database and the schema files have it: npm run docs makes it so', async () => {
    expect(await tablesDoc(document, db)).toBe(document)
  })

  it('has every table once, and every view', async () => {
    const relations = await db.many<{ name: string; isTable: boolean }>(sql`
      select relname as name, relkind = 'r' as "isTable" from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'v') and relname <> 'migration'`)
    const titles = [...document.matchAll(/^### (\w+)$/gm)].map(([, name]) => name)
    const views = [...document.matchAll(/^- `(\w+)` \(view\)/gm)].map(([, name]) => name)
    const namesOf = (isTable: boolean) =>
      relations.filter((relation) => relation.isTable === isTable).map(({ name }) => name)
    expect(titles.toSorted()).toEqual(namesOf(true).toSorted())
    expect(views.toSorted()).toEqual(namesOf(false).toSorted())
  })

  it('cannot be written while a table has no topic', async () => {
    await expect(
      db.transaction(async (tx) => {
        await tx.run(sql`create table stray (id int)`)
        await tablesDoc(document, tx)
      }),
    ).rejects.toThrow('stray has no comment above it, or no topic')
  })
})
