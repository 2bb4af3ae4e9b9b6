import { randomBytes } from 'node:crypto'
import { afterAll, inject } from 'vitest'
import { createDatabase, dropDatabase } from '../postgres/databases.ts'

/** A migrated, empty database for one test file: `const databaseUrl = await testDatabase()` at its top. */
export function testDatabase(): Promise<string> {
  return newDatabase(inject('testServer').template)
}

/** A database without tables. */
export function bareDatabase(): Promise<string> {
  return newDatabase()
}

async function newDatabase(template?: string): Promise<string> {
  const { adminUrl } = inject('testServer')
  const name = `test_${randomBytes(6).toString('hex')}`
  const url = await createDatabase(adminUrl, name, template)
  afterAll(() => dropDatabase(adminUrl, name))
  return url
}
