import { randomBytes } from 'node:crypto'
import type { TestProject } from 'vitest/node'
import { migrate } from '#server/platform/database/migrate.ts'
import { readSettings } from '#server/platform/settings/setting.ts'
import { FolderTaken, takeLock } from '../lock.ts'
import { createDatabase, dropDatabase, listDatabases } from '../postgres/databases.ts'
import { startPostgres } from '../postgres/postgres.ts'
import { inProject } from '../project.ts'
import { toolSettings } from '../settings.ts'

declare module 'vitest' {
  interface ProvidedContext {
    testServer: { adminUrl: string; template: string }
  }
}

type Server = { adminUrl: string; stop(): Promise<void> }

/** One PostgreSQL for the whole run, with a migrated template that every test file gets a copy of. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { TEST_DATABASE_URL } = toolSettings
  const given = readSettings({ TEST_DATABASE_URL }, process.env).TEST_DATABASE_URL
  const server = given ? { adminUrl: given, stop: async () => {} } : await ownServer()
  const template = `template_${randomBytes(4).toString('hex')}`
  const close = async () => {
    await dropDatabase(server.adminUrl, template)
    await server.stop()
  }
  try {
    await migrate(await createDatabase(server.adminUrl, template))
  } catch (error) {
    await close()
    throw error
  }
  project.provide('testServer', { adminUrl: server.adminUrl, template })
  return close
}

/** Each run at the same time has a folder of its own; a later run finds it already initialised. */
async function ownServer(place = 1): Promise<Server> {
  const folder = inProject('.data', 'test', String(place))
  const lock = await takeLock(folder).catch((error: unknown) => {
    if (error instanceof FolderTaken) return undefined
    throw error
  })
  if (!lock) return ownServer(place + 1)
  const postgres = await startPostgres({ dataDir: `${folder}/postgres`, isThrowaway: true })
  const adminUrl = postgres.url('postgres')
  // Whatever a killed run left behind.
  for (const name of await listDatabases(adminUrl))
    if (name !== 'postgres') await dropDatabase(adminUrl, name)
  return {
    adminUrl,
    stop: async () => {
      await postgres.stop()
      await lock.release()
    },
  }
}
