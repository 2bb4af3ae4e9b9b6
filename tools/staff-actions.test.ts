import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { familyCalls } from '#contract/staff-actions.ts'
import { staffContract } from '#contract/staff.ts'
import { staffActionTable, type StaffActionRow } from '#domain/staff-actions.ts'
import { commands } from '#ops/commands.ts'
import { inProject } from './project.ts'
import { staffActionsDoc, staffActionsFile } from './staff-actions-doc.ts'

const table: Record<string, StaffActionRow> = staffActionTable
const rows = Object.entries(table)
const isWrite = (key: string) => !key.startsWith('GET ')

function sourcesIn(folder: string): string[] {
  return readdirSync(inProject(...folder.split('/')), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
    .map((name) => readFileSync(join(inProject(...folder.split('/')), name), 'utf8'))
}

/** The writes that a source names. */
const writesIn = (source: string) =>
  [...source.matchAll(/'((?:POST|PUT|DELETE) \/api\/staff[^']*)'/g)].map(([, key = '']) => key)

/** The desk puts the last word of these together from what is pressed. */
const madeByTemplate = [
  'POST /api/staff/conversations/:conversationId/close',
  'POST /api/staff/conversations/:conversationId/reopen',
]

describe('The table of what staff do', () => {
  it('has every write of the contract, and nothing else', () => {
    expect(rows.map(([key]) => key).toSorted()).toEqual(Object.keys(staffContract).filter(isWrite).toSorted())
  })

  it('names commands that there are', () => {
    const known = new Set(commands.map(({ name }) => name))
    expect(rows.flatMap(([, { ops }]) => ops.filter((name) => !known.has(name)))).toEqual([])
  })

  it('names for each command that changes something where else it is done', () => {
    const named = new Set(rows.flatMap(([, { ops }]) => ops))
    const files = new Set(['fees import', 'enrolments import', 'requests import', 'fees preview'])
    const missing = commands
      .filter(({ isChange }) => isChange)
      .map(({ name }) => name)
      .filter((name) => !named.has(name) && !files.has(name))
    expect(missing).toEqual([])
  })

  it('says why where one of the two is missing, and only then', () => {
    const silent = rows.filter(([, { ops, desk, why }]) => (ops.length === 0 || desk === null) && !why)
    expect(silent.map(([key]) => key)).toEqual([])
  })

  it('has the calls that the command line makes, by the command that makes them', () => {
    const made = new Set(sourcesIn('ops').flatMap(writesIn))
    const named = rows.filter(([, { ops }]) => ops.length > 0).map(([key]) => key)
    expect(named.filter((key) => !made.has(key))).toEqual([])
    expect([...made].filter((key) => key in table && table[key]!.ops.length === 0)).toEqual([])
  })

  it('has the calls that the desk makes, and the desk makes them', () => {
    const made = new Set(sourcesIn('web/desk').flatMap(writesIn))
    const named = rows.filter(([, { desk }]) => desk !== null).map(([key]) => key)
    // Files are sent as they are, outside the contract: `fees import`, `enrolments import`, `requests import`.
    const files = 'POST /api/staff/imports/:kind'
    expect([...made].filter((key) => !(key in table) && key !== files)).toEqual([])
    expect(named.filter((key) => ![...made, ...madeByTemplate].includes(key))).toEqual([])
    expect(rows.filter(([key, { desk }]) => desk === null && made.has(key)).map(([key]) => key)).toEqual([])
  })

  it('has a place at a family for everything that is done for one', () => {
    expect(familyCalls.filter((key) => !table[key]?.desk?.startsWith('Family:'))).toEqual([])
  })

  it('is the one of the documentation: npm run docs makes it so', () => {
    const document = readFileSync(staffActionsFile, 'utf8')
    expect(staffActionsDoc(document)).toBe(document)
  })
})
