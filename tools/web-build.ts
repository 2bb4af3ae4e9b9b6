import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { runScript } from './child.ts'
import { programOf } from './program.ts'
import { inProject, projectDir } from './project.ts'

const stampFile = inProject('web', 'dist', '.built-from')

/** Builds the pages unless `web/dist` has the build of exactly these sources. */
export async function buildWebWhenStale(): Promise<'built' | 'up to date'> {
  const sources = await sourcesHash()
  const built = await readFile(stampFile, 'utf8').catch(() => undefined)
  if (built === sources) return 'up to date'
  await runScript(programOf('vite'), ['build', 'web', '--logLevel', 'warn'], { NODE_ENV: 'production' })
  await writeFile(stampFile, sources)
  return 'built'
}

/** By content, not time: a fresh clone or a change of branch touches every file's time. */
async function sourcesHash(): Promise<string> {
  const rooms = await Promise.all(['web', 'contract', 'domain'].map((room) => filesIn(inProject(room))))
  const hash = createHash('sha256')
  for (const file of [...rooms.flat().sort(), inProject('package-lock.json')]) {
    const content = await readFile(file)
    hash.update(`${relative(projectDir, file)}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const found = entries
    .filter((entry) => entry.name !== 'dist' && !/\.test\.tsx?$|\.md$/.test(entry.name))
    .map(async (entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? await filesIn(path) : [path]
    })
  return (await Promise.all(found)).flat()
}
