import { readdir, readFile, writeFile } from 'node:fs/promises'
import { readOptions } from '../options.ts'
import { inProject } from '../project.ts'
import { fill } from './fill.ts'

readOptions('npm run guides    writes the tables of docs/api from the code', {})
const folder = inProject('docs', 'api')
for (const name of await readdir(folder)) {
  const path = `${folder}/${name}`
  await writeFile(path, fill(await readFile(path, 'utf8')))
}
