import { Client } from 'pg'
import { expect, it } from 'vitest'
import { testDatabase } from './database.ts'

const urls = [await testDatabase(), await testDatabase()]

it('gives every caller a database of its own', () => {
  expect(urls[0]).not.toBe(urls[1])
})

it.each(urls)('gives a database with all tables', async (url) => {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ migrations: number }>(
    'select count(*)::int as migrations from migration',
  )
  await client.end()
  expect(rows[0]?.migrations).toBeGreaterThan(0)
})
