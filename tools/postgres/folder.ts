import { createHash } from 'node:crypto'
import { mkdir, readFile, readlink, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Account, canEnter } from './account.ts'
import { openFolder, systemDir } from './binaries.ts'

/**
 * The folder of the cluster. It is `dataDir` itself, unless we are root and PostgreSQL's account cannot enter it
 * (a home folder, say): then the data is in the system's folder and `dataDir` links to it.
 */
export async function settle(dataDir: string, account: Account): Promise<string> {
  const parent = dirname(dataDir)
  await mkdir(parent, { recursive: true })
  const linked = await readlink(dataDir).catch(() => undefined)
  if (linked && (await isOwnLink(dataDir, linked))) return linked
  if (linked) await rm(dataDir)
  if (!account || (await canEnter(account, parent))) return join(await realpath(parent), lastName(dataDir))
  return linkOutside(dataDir)
}

async function linkOutside(dataDir: string): Promise<string> {
  const home = join(systemDir, createHash('sha256').update(dataDir).digest('hex').slice(0, 16))
  // Data without its link is abandoned: the project's data folder was deleted by hand.
  await rm(home, { recursive: true, force: true })
  await openFolder(systemDir)
  await openFolder(home)
  await writeFile(join(home, 'linked-from'), dataDir)
  await symlink(join(home, 'data'), dataDir)
  return join(home, 'data')
}

/** A copied project has a copy of the link; two projects must never share one cluster. */
async function isOwnLink(dataDir: string, target: string): Promise<boolean> {
  const origin = await readFile(join(dirname(target), 'linked-from'), 'utf8').catch(() => undefined)
  if (origin === undefined) return false
  if (origin === dataDir) return true
  const isStillThere = (await readlink(origin).catch(() => undefined)) === target
  if (!isStillThere) await writeFile(join(dirname(target), 'linked-from'), dataDir)
  return !isStillThere
}

/** Removes the cluster, wherever it is. PostgreSQL must be stopped. */
export async function removeFolder(dataDir: string): Promise<void> {
  const linked = await readlink(dataDir).catch(() => undefined)
  if (linked && (await isOwnLink(dataDir, linked)))
    await rm(dirname(linked), { recursive: true, force: true })
  await rm(dataDir, { recursive: true, force: true })
}

const lastName = (path: string) => path.split(/[\\/]/).findLast(Boolean) ?? 'postgres'
