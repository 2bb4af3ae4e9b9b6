import { readdirSync, readFileSync } from 'node:fs'
import { parseYaml } from '@redocly/openapi-core'
import { describe, expect, it } from 'vitest'
import { inProject } from './project.ts'
import { pathsIn } from './tidy/source.ts'

const read = (path: string) => readFileSync(inProject(path), 'utf8')
const paths = pathsIn('')
const exists = (path: string) => path === '' || paths.some((each) => `${each}/`.startsWith(`${path}/`))

type Job = {
  'timeout-minutes'?: number
  permissions?: unknown
  steps: { uses?: string; run?: string; with?: Record<string, string> }[]
}
type Workflow = { permissions: unknown; concurrency: unknown; jobs: Record<string, Job> }

const workflows = readdirSync(inProject('.github', 'workflows'))

describe.each(workflows)('the workflow %s', (name) => {
  const { permissions, concurrency, jobs } = parseYaml(read(`.github/workflows/${name}`)) as Workflow
  const steps = Object.values(jobs).flatMap((job) => job.steps)

  it('may only read, and ends by itself', () => {
    expect(permissions).toEqual({ contents: 'read' })
    expect(concurrency).toBeDefined()
    for (const job of Object.values(jobs)) {
      expect(job.permissions).toBeUndefined()
      expect(job['timeout-minutes']).toBeGreaterThan(0)
    }
  })

  it('runs npm scripts that exist, on the Node.js of the project', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const commands = steps.flatMap(({ run }) => run ?? [])
    expect(commands).not.toEqual([])
    for (const command of commands) {
      const [, script = ''] = /^npm (?:run )?([\w:]+)(?: -- .+)?$/.exec(command) ?? []
      expect(Object.keys(scripts), command).toContain(script)
    }
    const files = steps.flatMap((step) => step.with?.['node-version-file'] ?? [])
    expect(files).toEqual(['.nvmrc'])
  })

  it('uses actions of a version that an update can find', () => {
    for (const { uses } of steps) if (uses) expect(uses).toMatch(/^actions\/[\w-]+@(v\d+|[0-9a-f]{40})$/)
  })
})

it('has owners for paths that exist', () => {
  const rules = read('.github/CODEOWNERS')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(/\s+/))
  for (const [path = '', ...owners] of rules) {
    expect(path === '*' || exists(path.replace(/^\//, '').replace(/\/$/, '')), path).toBe(true)
    expect(owners.join(' '), path).toMatch(/^@larkwell\/\w+$/)
  }
})

it('has updates for what is in its folders', () => {
  const { updates } = parseYaml(read('.github/dependabot.yml')) as {
    updates: { 'package-ecosystem': string; directory: string }[]
  }
  const files = {
    npm: 'package-lock.json',
    'github-actions': '.github/workflows',
    docker: 'Dockerfile',
    'docker-compose': 'compose.yaml',
  }
  expect(updates.map((update) => update['package-ecosystem']).sort()).toEqual(Object.keys(files).sort())
  for (const update of updates) expect(update.directory).toBe('/')
  for (const file of Object.values(files)) expect(exists(file), file).toBe(true)
})

it('runs one Node.js everywhere', () => {
  const version = read('.nvmrc').trim()
  const { optionalDependencies } = JSON.parse(read('package.json')) as {
    optionalDependencies: Record<string, string>
  }
  const pinned = Object.entries(optionalDependencies).filter(([name]) => name.startsWith('node-'))
  const images = [...read('Dockerfile').matchAll(/^FROM node:([\d.]+)-/gm)].map(([, tag]) => tag)
  expect(pinned.length * images.length).toBeGreaterThan(0)
  expect(new Set([...pinned.map(([, each]) => each), ...images])).toEqual(new Set([version]))
})
