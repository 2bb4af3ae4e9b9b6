import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { inProject } from './project.ts'
import { importCycles } from './tidy/cycles.ts'
import { pathsIn, readSources, rooms, type Source } from './tidy/source.ts'
import { docPathFaults } from './tidy/doc-paths.ts'
import { nameFaults } from './tidy/names.ts'
import { faultsIn, lockfileFaults, proseLines } from './tidy/tidy.ts'

describe('the project', () => {
  const sources = readSources()
  const folders = new Map<string, Source[]>()
  for (const source of sources) {
    const folder = source.path.split('/').slice(0, -1).slice(0, 2).join('/')
    folders.set(folder, [...(folders.get(folder) ?? []), source])
  }

  it.each([...folders])('is tidy in /%s', (_, within) => {
    const faults = within.flatMap((source) => faultsIn(source).map((fault) => `${source.path}: ${fault}`))
    expect(faults).toEqual([])
  })

  it('has names that say something, pictures and fonts included', () => {
    expect(rooms.flatMap((room) => pathsIn(room)).flatMap(nameFaults)).toEqual([])
  })

  it('has no files that import each other in a circle, not even for types', () => {
    expect(importCycles(sources)).toEqual([])
  })

  it.each(rooms.filter((room) => room !== 'e2e'))('explains the room %s in at most fifteen lines', (room) => {
    const file = inProject(room, 'README.md')
    expect(existsSync(file), `${room}/README.md exists`).toBe(true)
    expect(proseLines(readFileSync(file, 'utf8'))).toBeLessThanOrEqual(15)
  })

  it('has documents that name only what exists', () => {
    const paths = pathsIn('')
    // What changed in the past may name what is gone by now.
    const documents = sources.filter(({ path }) => path.endsWith('.md') && path !== 'CHANGELOG.md')
    expect(documents.flatMap((document) => docPathFaults(document, paths))).toEqual([])
  })

  it('has a lockfile that any registry can serve', () => {
    expect(lockfileFaults(readFileSync(inProject('package-lock.json'), 'utf8'))).toEqual([])
  })
})

describe('tidiness', () => {
  const marker = ['TO', 'DO'].join('')
  const sourcesOf = (texts: Record<string, string>) =>
    Object.entries(texts).map(([name, text]) => ({ path: `domain/${name}.ts`, text }))

  it.each([
    ['web/ui/button-utils.ts', '', 'says nothing'],
    ['server/shared/money.ts', '', 'says nothing'],
    ['web/ui/Button.tsx', '', 'kebab-case'],
    ['server/invoicing/invoicing.ts', '', 'neither a feature'],
    ['web/features/billing/page.tsx', '', 'not one of the features'],
    ['web/features/overview/page.tsx', `import '../profile/card.tsx'`, 'must not know the feature profile'],
    [
      'web/features/overview/page.tsx',
      `const x = import('../profile/card.tsx')`,
      'must not know the feature',
    ],
    [
      'web/ui/card.tsx',
      `import type { A } from '../features/profile/a.ts'`,
      'must not know the feature profile',
    ],
    ['web/ui/card.tsx', `import { a } from '../sandbox-page/app.tsx'`, 'parents would download it'],
    ['server/overview/overview.ts', `import { a } from '../accounts/accounts.store.ts'`, 'not its store'],
    [
      'server/overview/overview.ts',
      `export * from '../accounts/accounts.routes.ts'; const a = 1`,
      'not its routes',
    ],
    ['server/login/login.ts', `import { a } from '../../domain/money.ts'`, 'leaves the room'],
    ['server/login/login.ts', `import { a } from '#server/platform/clock.ts'`, 'same room'],
    ['server/login/login.ts', `import vite from 'vite'`, 'run-time dependencies'],
    ['web/ui/card.tsx', `import _ from 'lodash'`, 'not among the dependencies'],
    ['domain/money.ts', `import { z } from 'zod'`, 'no package'],
    ['contract/login.ts', `import pg from 'pg'`, 'zod only'],
    ['domain/money.ts', `const a = Math.random()`, 'time and chance'],
    ['domain/calendar/calendar.ts', `const a = new Date()`, 'time and chance'],
    ['domain/calendar/calendar.ts', `const a = Date.now`, 'time and chance'],
    ['server/login/login.ts', `const a = new Date()`, 'time and chance'],
    ['server/login/login.ts', `const a = process.env.A`, 'process.env'],
    ['server/login/login.ts', `const { env } = process`, 'process.env'],
    ['web/app/page.tsx', `const a = <p>{fetch('/x')}</p>`, 'fetch'],
    ['server/login/login.ts', `globalThis.fetch('/x')`, 'fetch'],
    ['server/login/login.ts', `db.query('select * from person')`, 'SQL'],
    ['server/login/login.ts', 'db.query(sql`\n  SELECT 1 FROM ${table}`)', 'SQL'],
    ['server/login/login.routes.ts', `db.query('begin')`, 'SQL'],
    ['server/login/login.store.ts', `db.query('select a from b where c < now()')`, 'clock'],
    ['domain/money.ts', `export default 1`, 'default export'],
    ['domain/money.ts', `const a = 1; export { a as default }`, 'default export'],
    ['domain/money.ts', `export * from './cents.ts'`, 'passes on'],
    ['domain/money.ts', `// ${marker}: round`, 'do it now'],
    ['web/ui/card.css', `/* ${marker} */`, 'do it now'],
  ])('finds the fault in %s: %s', (path, text, fault) => {
    expect(faultsIn({ path, text }).join('\n')).toContain(fault)
  })

  it.each([
    ['server/login/login.ts', `import { a } from '../accounts/accounts.ts'`],
    ['server/app.ts', `import { routes } from './login/login.routes.ts'`],
    ['server/login/login.ts', `const text = 'Select a school from the list'`],
    ['server/login/login.ts', `const at = new Date(0) // not fetch(), process.env or Date.now()`],
    ['server/login/login.test.ts', `const a = Date.now(), b = fetch('x'), c = 'select 1 from a'`],
    ['server/config.ts', `const a = process.env.A`],
    ['web/features/pay-now/page.tsx', `import { Frame } from '../card-entry/frame.tsx'`],
    ['web/api/client.ts', `const a = fetch('/x')`],
    ['web/vite.config.ts', `export default {}`],
  ])('leaves %s in peace: %s', (path, text) => {
    expect(faultsIn({ path, text })).toEqual([])
  })

  const paths = ['domain/money.ts', 'server/login/login.store.ts', 'docs/glossary.md']

  it.each([
    ['`server/login/login.ts`', 'server/login/login.ts'],
    ['`server/logout/`', 'server/logout/'],
    ['`server/log`', 'server/log'],
    ['`login.ts`', 'login.ts'],
    ['`domain/<feature>.store.ts`', 'domain/<feature>.store.ts'],
    ['`server/*.store.ts`', 'server/*.store.ts'],
    ['`#domain/cents.ts`', 'domain/cents.ts'],
    ['[words](./words.md)', 'docs/words.md'],
  ])('finds the missing path in %s', (text, missing) => {
    const fault = `docs/a.md names ${missing}, which does not exist`
    expect(docPathFaults({ path: 'docs/a.md', text }, paths)).toEqual([fault])
  })

  it.each([
    '`domain/money.ts`, `money.ts` and `#domain/money.ts`',
    '`vitest run domain/money`',
    '`server/<feature>/<feature>.store.ts`, `server/*/*.store.ts` and `server/login/`',
    '`web/dist`, `.data/clock.json`, `.store.ts` and `/api/server/x.ts`',
    '[glossary](glossary.md#money), [money](../domain/money.ts) and [elsewhere](https://example.com/a.md)',
    '```sh\nnode server/nothing.ts\n```',
  ])('finds every path of %s', (text) => {
    expect(docPathFaults({ path: 'docs/a.md', text }, paths)).toEqual([])
  })

  it.each([
    ['two files', { a: `import { b } from './b.ts'`, b: `import { a } from './a.ts'` }],
    ['types only', { a: `import type { B } from './b.ts'`, b: `import { type A } from './a.ts'` }],
    ['the type of a module', { a: `type B = import('./b.ts').B`, b: `export * from './a.ts'` }],
    ['a lazy file', { a: `const b = import('./b.ts')`, b: `import '#domain/a.ts'` }],
    ['three files', { a: `import './b.ts'`, b: `import './c.ts'`, c: `import './a.ts'` }],
  ])('finds the circle of %s', (_, texts) => {
    expect(importCycles(sourcesOf(texts))).toEqual([expect.stringMatching(/^domain\/a.*b.*domain\/a\.ts$/)])
  })

  it('finds no circle where two files need a third', () => {
    const texts = { a: `import './b.ts'; import './c.ts'`, b: `import './c.ts'`, c: `export const c = 1` }
    expect(importCycles(sourcesOf(texts))).toEqual([])
  })

  it('counts only the lines of a README that have to be read', () => {
    expect(proseLines('# A\n\ntext\n\n```sh\nnpm start\n```\n')).toBe(2)
  })

  it('finds the address of a registry in a lockfile', () => {
    expect(lockfileFaults('"resolved": "https://registry.example/a.tgz"')).toHaveLength(1)
  })
})
