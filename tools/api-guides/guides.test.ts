import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { guides } from '#server/app/documentation/guides.ts'
import { inProject } from '../project.ts'
import { fill } from './fill.ts'
import { generatedParts } from './tables.ts'

const folder = inProject('docs', 'api')
const names = readdirSync(folder)
const read = (name: string) => readFileSync(`${folder}/${name}`, 'utf8')

describe('The guides to the API', () => {
  it.each(names)('%s has the tables that the code gives now; `npm run guides` writes them', (name) => {
    expect(read(name)).toBe(fill(read(name)))
  })

  it('use every generated table', () => {
    const used = names.flatMap((name) => [...read(name).matchAll(/<!-- generated: (.*?) -->/g)])
    expect(used.map(([, part]) => part).toSorted()).toEqual(Object.keys(generatedParts).toSorted())
  })

  it('are all in the contents, and each is in the reference', () => {
    const files = names.filter((name) => name !== 'README.md').toSorted()
    const listed = [...read('README.md').matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, name]) => name)
    expect(listed.toSorted()).toEqual(files)
    const shown = new Set(Object.values(guides).flat())
    expect([...shown].map((name) => `${name}.md`).toSorted()).toEqual(files)
  })

  it.each(names)('%s links to guides that exist', (name) => {
    for (const [, target] of read(name).matchAll(/\]\(([\w-]+\.md)\)/g)) expect(names).toContain(target)
  })
})
