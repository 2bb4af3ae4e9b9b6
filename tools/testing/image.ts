import { execFile } from 'node:child_process'
import { cp, mkdir, readFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { inProject, projectDir } from '../project.ts'
import { buildServerWhenStale } from '../server-build.ts'
import { buildWebWhenStale } from '../web-build.ts'

type Copy = { from: string | undefined; sources: string[]; target: string }
export type Stage = {
  name: string
  copies: Copy[]
  runs: string[]
  env: Record<string, string>
  words: string[][]
}

/** Reads the instructions that our Dockerfile uses. */
export async function readStages(): Promise<Stage[]> {
  const text = (await readFile(inProject('Dockerfile'), 'utf8')).replaceAll('\\\n', ' ')
  const stages: Stage[] = []
  for (const line of text.split('\n').filter((each) => each.trim() !== '' && !each.startsWith('#'))) {
    const [instruction = '', ...words] = line.trim().split(/\s+/)
    if (instruction === 'FROM') {
      const name = words[1] === 'AS' ? (words[2] ?? '') : 'final'
      stages.push({ name, copies: [], runs: [], env: {}, words: [] })
      continue
    }
    const stage = stages.at(-1)
    if (!stage) throw new Error(`The Dockerfile begins with ${instruction}`)
    stage.words.push([instruction, ...words])
    if (instruction === 'RUN') stage.runs.push(words.join(' '))
    if (instruction === 'ENV')
      Object.assign(stage.env, Object.fromEntries(words.map((word) => word.split('='))))
    if (instruction === 'COPY') stage.copies.push(readCopy(words))
  }
  return stages
}

function readCopy(words: string[]): Copy {
  const from = words[0]?.startsWith('--from=') ? words[0].slice('--from='.length) : undefined
  const paths = from === undefined ? words : words.slice(1)
  return { from, sources: paths.slice(0, -1), target: paths.at(-1) ?? '' }
}

/** Makes the image's folder /app, with all that its last stage copies there. */
export async function makeImage(folder: string): Promise<Stage> {
  const stages = await readStages()
  const last = stages.at(-1)
  if (!last) throw new Error('The Dockerfile is empty')
  const isIgnored = await ignored()
  for (const { from, sources, target } of last.copies) {
    for (const source of sources) {
      const to = target.endsWith('/') ? join(folder, target, basename(source)) : join(folder, target)
      await mkdir(dirname(to), { recursive: true })
      if (from === undefined)
        await cp(inProject(source), to, { recursive: true, filter: (path) => !isIgnored(path) })
      else await copyMade(stages, from, source, to)
    }
  }
  return last
}

/** What an earlier stage made: the packages, the pages or the server. */
async function copyMade(stages: Stage[], stage: string, source: string, to: string): Promise<void> {
  const made = relative('/app', source)
  if (made === 'node_modules') {
    const command =
      stages.find(({ name }) => name === stage)?.runs.find((run) => run.startsWith('npm ci')) ?? ''
    return await installPackages(command, to)
  }
  if (made === 'web/dist') await buildWebWhenStale()
  else if (made === 'server/dist' || made === 'ops/dist') await buildServerWhenStale()
  else throw new Error(`Nothing here makes ${source}`)
  await cp(inProject(made), to, { recursive: true })
}

/** As the Dockerfile does, by npm. */
async function installPackages(command: string, to: string): Promise<void> {
  const folder = dirname(to)
  for (const name of ['package.json', 'package-lock.json']) await cp(inProject(name), join(folder, name))
  const [program = '', ...args] = command.split(' ')
  await promisify(execFile)(program, [...args, '--prefer-offline'], { cwd: folder })
}

async function ignored(): Promise<(path: string) => boolean> {
  const lines = (await readFile(inProject('.dockerignore'), 'utf8')).split('\n').filter(Boolean)
  const endings = lines.filter((line) => line.startsWith('**/*')).map((line) => line.slice('**/*'.length))
  return (path) =>
    lines.includes(relative(projectDir, path)) || endings.some((ending) => path.endsWith(ending))
}
