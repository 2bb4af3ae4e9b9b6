import { readdir, readFile, writeFile } from 'node:fs/promises'
import { inProject } from '../project.ts'
import { fill } from './fill.ts'

const folder = inProject('docs', 'api')
for (const name of await readdir(folder)) {
  const path = `${folder}/${name}`
  await writeFile(path, fill(await readFile(path, 'utf8')))
}
