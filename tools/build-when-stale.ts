import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { inProject, projectDir } from './project.ts'

/** Builds unless the stamp says that this was built from exactly these sources. */
export async function buildWhenStale(
  sources: string[],
  stampFile: string,
  build: () => Promise<void>,
): Promise<'built' | 'up to date'> {
  const hash = await hashOf(sources)
  const built = await readFile(stampFile, 'utf8').catch(() => undefined)
  if (built === hash) return 'up to date'
  await build()
  await writeFile(stampFile, hash)
  return 'built'
}

/** By content, not time: a fresh clone or a change of branch touches every file's time. */
async function hashOf(sources: string[]): Promise<string> {
  const files = await Promise.all(sources.map((name) => filesIn(inProject(name))))
  const hash = createHash('sha256')
  for (const file of [...files.flat().sort(), inProject('package-lock.json')]) {
    const content = await readFile(file)
    hash.update(`${relative(projectDir, file)}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

async function filesIn(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOTDIR') return undefined
    throw error
  })
  if (!entries) return [path]
  const found = entries
    .filter((entry) => entry.name !== 'dist' && !/\.test\.tsx?$|\.md$/.test(entry.name))
    .map((entry) => filesIn(join(path, entry.name)))
  return (await Promise.all(found)).flat()
}
