import { expect, it } from 'vitest'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../../platform/database/sql.ts'
import { personalData } from './personal-data.store.ts'

const server = await testServer({ doesJobs: false })

it('Every column that can hold text, documents or dates is classified as personal or not', async () => {
  const columns = await server.deps.db.many<{ table: string; column: string; isWords: boolean }>(sql`
    select table_name as table, column_name as column,
      data_type in ('text', 'jsonb', 'json', 'bytea', 'date', 'ARRAY', 'inet', 'xml') as "isWords"
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE'`)
  const inDatabase = columns.filter(({ isWords }) => isWords).map(({ table, column }) => `${table}.${column}`)
  const listed = Object.entries(personalData).flatMap(([table, { personal = {}, secret = [], other = [] }]) =>
    [...Object.keys(personal), ...secret, ...other].map((column) => `${table}.${column}`),
  )
  expect(listed.toSorted()).toEqual(inDatabase.toSorted())
  const tables = new Set(columns.map(({ table }) => table))
  expect(Object.keys(personalData).toSorted()).toEqual([...tables].toSorted())
})
