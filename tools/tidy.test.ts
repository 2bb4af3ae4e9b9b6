import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { inProject } from './project.ts'
import { importCycles } from './tidy/cycles.ts'
import { pathsIn, readSources, rooms, type Source } from './tidy/source.ts'
import { docPathFaults } from './tidy/doc-paths.ts'
import { features, nameFaults, parts } from './tidy/names.ts'
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

  it('has an overview that names every feature and every path of the portal', () => {
    const words = new Set(readFileSync(inProject('ARCHITECTURE.md'), 'utf8').match(/[\w/-]+/g))
    const routes = readFileSync(inProject('web', 'app', 'routes.tsx'), 'utf8')
    const paths = [...routes.matchAll(/path: '([^']+)'/g)].map(([, path = '']) => path)
    const forTesting = ['/404', '/test-errors', '/_gallery']
    expect(paths.length).toBeGreaterThan(15)
    const missing = [...features, ...parts, ...paths].filter((name) => !words.has(name))
    expect(missing).toEqual(forTesting)
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
    ['server/invoicing/invoicing.ts', '', 'not one of the strata'],
    ['web/features/billing/page.tsx', '', 'not one of the features'],
    ['web/features/overview/page.tsx', `import '../profile/card.tsx'`, 'must not know the feature profile'],
    [
      'web/features/overview/page.tsx',
      `const x = import('../profile/card.tsx')`,
      'must not know the feature',
    ],
    ['web/ui/card.tsx', `import type { A } from '../features/profile/a.ts'`, 'web/features, which is above'],
    ['web/api/client.ts', `import { stored } from '../session/storage.ts'`, 'web/session, which is above'],
    ['web/ui/card.test.tsx', `import { call } from '../session/client.ts'`, 'web/session, which is above'],
    ['web/features/login/page.tsx', `import('../../app/routes.tsx')`, 'web/app, which is above'],
    ['web/app/app.tsx', `import '../first-paint/draw-pages.tsx'`, 'web/first-paint, which is above'],
    ['web/app/app.tsx', `import '../main.tsx'`, 'starts the page'],
    ['web/bits/a.ts', `import '../ui/card.tsx'`, 'no place in'],
    ['web/desk/foundation/read.ts', `import '../ui/page/page.tsx'`, 'web/desk/ui, which is above'],
    ['web/desk/ui/page/page.tsx', `import '../../today/queue.css'`, 'web/desk/today, which is above'],
    [
      'web/desk/today/queue-row.tsx',
      `import type { A } from '../money/a.ts'`,
      'web/desk/money, which is above',
    ],
    ['web/desk/money/a.tsx', `import { B } from '../shell/bar.tsx'`, 'web/desk/shell, which is above'],
    ['web/desk/foundation/session.ts', `import '../../session/session.ts'`, "which is the portal's"],
    ['web/app/app.tsx', `import '../desk/foundation/read.ts'`, 'must not know the desk'],
    ['server/books/ledger/ledger.ts', `import { a } from '../../plans/care/care.ts'`, 'must not know plans'],
    ['web/ui/card.tsx', `import { a } from '../sandbox-page/app.tsx'`, 'parents would download it'],
    [
      'server/platform/deps.ts',
      `import type { A } from '../people/session/session.ts'`,
      'must not know people',
    ],
    ['server/plans/care/care.ts', `import { a } from '../holidays/holidays.store.ts'`, 'private to'],
    [
      'server/plans/care/care.ts',
      `import type { A } from '../../books/ledger/ledger.store.ts'`,
      'private to',
    ],
    ['server/plans/care/care.store.ts', `import { a } from '../holidays/holidays.store.ts'`, 'private to'],
    ['server/desk-api/money/money.ts', `import { a } from '../desk.store.ts'`, 'private to'],
    ['server/reconcile.ts', `import { a } from './books/ledger/ledger.store.ts'`, 'private to'],
    ['server/app/app.ts', `import { a } from '../books/ledger/ledger.store.ts'`, 'private to'],
    ['server/desk-api/find/find.ts', `import { a } from '../money/money.routes.ts'`, 'list of all routes'],
    ['server/books/ledger/ledger.reads.ts', 'sql`insert into a values (${b})`', 'changes and locks nothing'],
    ['server/books/ledger/ledger.reads.ts', 'sql`update a set b = ${c}`', 'changes and locks nothing'],
    ['server/books/ledger/ledger.reads.ts', 'sql`with a as (delete from b)`', 'changes and locks nothing'],
    [
      'server/books/ledger/ledger.reads.ts',
      'sql`select b from ${a}\n for no key update`',
      'changes and locks nothing',
    ],
    ['server/books/ledger/ledger.reads.ts', 'sql`select a from b where c < now()`', 'clock'],
    ['server/people/login/login.ts', `import { a } from '../../../domain/money.ts'`, 'leaves the room'],
    ['server/people/login/login.ts', `import { a } from '#server/platform/clock.ts'`, 'same room'],
    ['server/people/login/login.ts', `import vite from 'vite'`, 'run-time dependencies'],
    ['web/ui/card.tsx', `import _ from 'lodash'`, 'not among the dependencies'],
    ['domain/money.ts', `import { z } from 'zod'`, 'no package'],
    ['contract/login.ts', `import pg from 'pg'`, 'zod only'],
    ['domain/money.ts', `const a = Math.random()`, 'time and chance'],
    ['domain/calendar/calendar.ts', `const a = new Date()`, 'time and chance'],
    ['domain/calendar/calendar.ts', `const a = Date.now`, 'time and chance'],
    ['server/people/login/login.ts', `const a = new Date()`, 'time and chance'],
    ['server/people/login/login.ts', `const a = process.env.A`, 'process.env'],
    ['server/people/login/login.ts', `const { env } = process`, 'process.env'],
    ['web/app/page.tsx', `const a = <p>{fetch('/x')}</p>`, 'fetch'],
    ['server/people/login/login.ts', `globalThis.fetch('/x')`, 'fetch'],
    ['server/people/login/login.ts', `db.query('select * from person')`, 'SQL'],
    ['server/people/login/login.ts', 'db.query(sql`\n  SELECT 1 FROM ${table}`)', 'SQL'],
    ['server/people/login/login.routes.ts', `db.query('begin')`, 'SQL'],
    ['server/people/login/login.store.ts', `db.query('select a from b where c < now()')`, 'clock'],
    ['web/build/pages.ts', `const a = new URL('..', import.meta.url).pathname`, 'use fileURLToPath'],
    ['domain/money.ts', `export default 1`, 'default export'],
    ['domain/money.ts', `const a = 1; export { a as default }`, 'default export'],
    ['domain/money.ts', `export * from './cents.ts'`, 'passes on'],
    ['domain/money.ts', `// ${marker}: round`, 'do it now'],
    ['web/ui/card.css', `/* ${marker} */`, 'do it now'],
  ])('finds the fault in %s: %s', (path, text, fault) => {
    expect(faultsIn({ path, text }).join('\n')).toContain(fault)
  })

  it.each([
    ['server/people/login/login.ts', `import { a } from '../accounts/accounts.ts'`],
    ['server/app/app.ts', `import { routes } from '../people/login/login.routes.ts'`],
    ['server/desk-api/desk.routes.ts', `import { routes } from './money/money.routes.ts'`],
    ['server/app/renew.ts', `import { a } from './renew.store.ts'`],
    ['server/desk-api/reviews/page/page.ts', `import { a } from '../reviews.store.ts'`],
    ['server/plans/care/care.test.ts', `import { a } from '../holidays/holidays.store.ts'`],
    ['server/plans/care/care.ts', `import { a } from '../../books/ledger/ledger.reads.ts'`],
    ['server/books/ledger/ledger.reads.ts', 'sql`select a from b for_update where d = ${c}`'],
    ['server/desk-api/find/find.ts', `import { a } from '../../portal-api/overview/overview.ts'`],
    ['server/people/login/login.ts', `const text = 'Select a school from the list'`],
    ['server/people/login/login.ts', `const at = new Date(0) // not fetch(), process.env or Date.now()`],
    ['server/people/login/login.test.ts', `const a = Date.now(), b = fetch('x'), c = 'select 1 from a'`],
    ['server/platform/config.ts', `const a = process.env.A`],
    ['web/features/pay-now/page.tsx', `import { Frame } from '../card-entry/frame.tsx'`],
    ['web/api/client.ts', `const a = fetch('/x')`],
    ['web/build/pages.ts', `const a = new URL(import.meta.url), b = new URL('/b', 'http://c').pathname`],
    ['web/main.tsx', `import { App } from './app/app.tsx'`],
    ['web/desk/chat/chat-page.tsx', `import '../today/queue.css'; import '../../ui/card/card.css'`],
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
