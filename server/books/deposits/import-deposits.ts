import { createHash } from 'node:crypto'
import { access, mkdir, readdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Deps } from '../../platform/deps.ts'
import { workOn } from '../../platform/jobs/work-through.ts'
import { DepositFileRefused } from './deposit-file.ts'
import { importFile, type DepositDeps } from './deposits.ts'

/** The ending of complete files: the bank writes under another name and renames the file when it is done. */
const ending = '.csv'

/**
 * Imports every file that the bank has left. A file that is refused or fails for another reason does not block the
 * others; one that failed stays in place and is tried again.
 */
export async function importDeposits(deps: DepositDeps & Pick<Deps, 'config'>): Promise<void> {
  const folder = deps.config.depositFolder
  if (folder === undefined) return
  for (const subfolder of ['imported', 'rejected']) await mkdir(join(folder, subfolder), { recursive: true })
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map(({ name }) => name)
    .sort()
  const itemOf = (name: string) => ({ item: name, accountId: null })
  await workOn(deps, { name: 'import-deposits', itemOf }, names, async (some) => {
    for (const name of some) await importOne(deps, folder, name)
  })
}

async function importOne(deps: DepositDeps, folder: string, name: string): Promise<void> {
  const text = await readFile(join(folder, name), 'utf8').catch(gone)
  // Another process has imported it already.
  if (text === undefined) return
  try {
    const { failed } = await importFile(deps, name, text)
    // The file stays until all of its lines are in.
    if (failed > 0) return
  } catch (error) {
    if (!(error instanceof DepositFileRefused)) throw error
    deps.log.error({ file: name, reason: error.message }, 'a file of deposits was refused')
    return archiveFile(folder, name, 'rejected', text)
  }
  // A crash before this leaves the file to be imported again, which brings nothing new.
  await archiveFile(folder, name, 'imported', text)
}

/** Moves a file without overwriting an earlier one: if the name is taken, a hash of the contents is added to it. */
async function archiveFile(
  folder: string,
  name: string,
  subfolder: 'imported' | 'rejected',
  text: string,
): Promise<void> {
  const isTaken = await access(join(folder, subfolder, name)).then(
    () => true,
    () => false,
  )
  const mark = createHash('sha256').update(text).digest('hex').slice(0, 12)
  const kept = isTaken ? `${name.slice(0, -ending.length)}.${mark}${ending}` : name
  await rename(join(folder, name), join(folder, subfolder, kept)).catch(gone)
}

function gone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
