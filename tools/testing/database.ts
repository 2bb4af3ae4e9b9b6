import { randomBytes } from 'node:crypto'
import { afterAll, inject } from 'vitest'
import { createDatabase, dropDatabase } from '../postgres/databases.ts'

/** A migrated, empty database for one test file: `const databaseUrl = await testDatabase()` at its top. */
export async function testDatabase(): Promise<string> {
  const { adminUrl, template } = inject('testServer')
  const name = `test_${randomBytes(6).toString('hex')}`
  const url = await createDatabase(adminUrl, name, template)
  afterAll(() => dropDatabase(adminUrl, name))
  return url
}
