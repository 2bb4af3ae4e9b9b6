import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { familyCalls } from '#contract/staff-actions.ts'
import { staffContract } from '#contract/staff.ts'
import { approvalKinds, roleForApproval } from '#domain/approvals.ts'
import { staffActionTable, type StaffActionRow } from '#domain/staff-actions.ts'
import { mayActAs, type StaffRole } from '#domain/staff.ts'
import { commands } from '#ops/commands.ts'
import {
  catalogue,
  entryOf,
  openAccount,
  seeAsFamily,
  type ActionName,
} from '#web/desk/family-actions/catalogue.ts'
import { callsMadeFrom, commandsIn } from './calls-made.ts'
import { inProject } from './project.ts'
import { staffActionsDoc, staffActionsFile } from './staff-actions-doc.ts'
import { pathsIn } from './tidy/source.ts'

const table: Record<string, StaffActionRow> = staffActionTable
const contract: Record<string, Endpoint> = staffContract
const rows = Object.entries(table)
const isWrite = (key: string) => !key.startsWith('GET ')

/** Files are sent as they are, outside the contract: `fees import`, `enrolments import`, `requests import`. */
const importOfFile = 'POST /api/staff/imports/:kind'
const fileCommands = ['fees import', 'enrolments import', 'requests import']

/** Which of the table's calls are made; of some the last word is put in by what is pressed. */
function knownCalls(made: ReadonlySet<string>): string[] {
  return [...made].flatMap((call) => {
    if (!call.includes('*')) return [call]
    const pattern = new RegExp(`^${call.replace('*', '[a-z-]+')}$`)
    return Object.keys(table).filter((key) => pattern.test(key))
  })
}

/** Where each part of the desk begins: what a person does there is reached from here. */
const places: Record<string, string> = {
  'Log in': 'log-in/log-in.tsx',
  'Log out': 'shell/bar.tsx',
  Approval: 'approvals/approval-page.tsx',
  Chat: 'chat/chat-page.tsx',
  'Family: Undo': 'family/family-page.tsx',
  'Family: every action': 'family-actions/action-drawer.tsx',
  'Family: notes': 'family/notes-tab.tsx',
  'Family: open-account': 'family-actions/open-account.tsx',
  'Family: see-as-family': 'family-actions/see-as-family.tsx',
  'Admin: jobs': 'admin/jobs/jobs-part.tsx',
  'Admin: messages': 'admin/messages/messages-part.tsx',
  'Admin: people': 'admin/people/people-part.tsx',
  'Admin: rates': 'admin/rates/rates-part.tsx',
  'Admin: two-factor authentication': 'admin/two-factor/two-factor-part.tsx',
  'Admin: settings': 'admin/settings/settings-part.tsx',
  'Admin: texts': 'admin/texts/texts-part.tsx',
  'Money: payouts': 'money/payouts-part.tsx',
  'Money: remittances': 'money/remittances-part.tsx',
  'Money: suspense': 'money/suspense-part.tsx',
  Payment: 'payment/payment-page.tsx',
  Review: 'reviews/review-page.tsx',
  School: 'schools/school-page.tsx',
  'School: fees': 'schools/fees/school-fees.tsx',
  Schools: 'schools/schools-page.tsx',
  Today: 'today/today-page.tsx',
}

const drawers: Record<string, { role: StaffRole }> = {
  ...Object.fromEntries((Object.keys(catalogue) as ActionName[]).map((name) => [name, entryOf(name)])),
  'open-account': openAccount,
  'see-as-family': seeAsFamily,
}

/** `Family: hardship, open-care` is two places. */
const placesOf = (desk: string) =>
  desk.startsWith('Family: ')
    ? desk
        .slice('Family: '.length)
        .split(', ')
        .map((name) => `Family: ${name}`)
    : [desk]

/** Where the catalogue loads a drawer from. */
function drawerOf(name: string) {
  const source = readFileSync(inProject('web', 'desk', 'family-actions', 'catalogue.ts'), 'utf8')
  const entry = new RegExp(`^  '?${name}'?: \\{[^]*?import\\('\\./([^']+)'\\)\\)\\.(\\w+)`, 'm').exec(source)
  return entry?.[1] && { path: `web/desk/family-actions/${entry[1]}`, name: entry[2] ?? '' }
}

const found = new Map<string, string[]>()

function callsAt(place: string): string[] {
  const known = found.get(place)
  if (known) return known
  const path = places[place]
  const start = path ? { path: `web/desk/${path}` } : drawerOf(place.replace('Family: ', ''))
  const calls = start ? knownCalls(callsMadeFrom(start)) : []
  found.set(place, calls)
  return calls
}

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
    const elsewhere = new Set([...fileCommands, 'fees preview'])
    const missing = commands
      .filter(({ isChange }) => isChange)
      .map(({ name }) => name)
      .filter((name) => !named.has(name) && !elsewhere.has(name))
    expect(missing).toEqual([])
  })

  it('says why where one of the two is missing, and only then', () => {
    const silent = rows.filter(([, { ops, desk, why }]) => (ops.length === 0 || desk === null) && !why)
    expect(silent.map(([key]) => key)).toEqual([])
  })

  it('names for each command the calls that it makes, and no others', () => {
    const inSources = pathsIn('ops/commands').flatMap((path) =>
      commandsIn(path).map(({ name, node }) => ({ name, made: knownCalls(callsMadeFrom({ path, node })) })),
    )
    expect(inSources.map(({ name }) => name).toSorted()).toEqual(commands.map(({ name }) => name).toSorted())
    const byTable = (name: string) => rows.filter(([, { ops }]) => ops.includes(name)).map(([key]) => key)
    const wrong = inSources
      .map(({ name, made }) => ({ name, made: made.toSorted(), named: byTable(name).toSorted() }))
      .filter(({ made, named }) => made.join() !== named.join())
    expect(wrong).toEqual([])
  })

  it('names for each call the places of the desk that make it', () => {
    const wrong = rows.flatMap(([key, { desk }]) =>
      (desk === null ? [] : placesOf(desk))
        .filter((place) => !callsAt(place).includes(key))
        .map((place) => [key, place]),
    )
    expect(wrong).toEqual([])
  })

  it('has every call that can be made at the desk, and no other', () => {
    const made = knownCalls(callsMadeFrom({ path: 'web/desk/main.tsx' })).filter(
      (key) => key !== importOfFile,
    )
    const named = rows.filter(([, { desk }]) => desk !== null).map(([key]) => key)
    expect([...new Set(made)].toSorted()).toEqual(named.toSorted())
  })

  it('has every drawer of a family, each offered to the role that its calls need', () => {
    const named = rows.flatMap(([key, { desk }]) =>
      desk?.startsWith('Family: ')
        ? placesOf(desk).map((place) => ({ key, name: place.slice('Family: '.length) }))
        : [],
    )
    const inOneDrawer = named.filter(({ name }) => name in drawers)
    expect([...new Set(inOneDrawer.map(({ name }) => name))].toSorted()).toEqual(
      Object.keys(drawers).toSorted(),
    )
    const wrong = Object.entries(drawers).filter(([drawer, { role }]) => {
      const needed = inOneDrawer
        .filter(({ name }) => name === drawer)
        .map(({ key }) => contract[key]?.access as StaffRole)
      return !needed.every((each) => mayActAs(role, each)) || !needed.includes(role)
    })
    expect(wrong.map(([name]) => name)).toEqual([])
  })

  it('has a place at a family for everything that is done for one', () => {
    expect(familyCalls.filter((key) => !table[key]?.desk?.startsWith('Family:'))).toEqual([])
  })

  it('names two people for exactly those calls whose handlers ask a second one', () => {
    const asking = pathsIn('server/desk-api')
      .filter((path) => path.endsWith('.routes.ts'))
      .map((path) => readFileSync(inProject(...path.split('/')), 'utf8'))
      .flatMap((source) => source.split(/^ {4}(?='(?:GET|POST|PUT|DELETE) )/m).slice(1))
      .filter((handler) => /\b(askForApproval|requestApproval)\(/.test(handler))
      .map((handler) => /^'([^']+)'/.exec(handler)?.[1])
    const said = Object.entries(contract).filter(([, { asksFor }]) => asksFor && asksFor !== 'AsItsCall')
    expect(said.map(([key]) => key).toSorted()).toEqual(asking.toSorted())
    expect(said.map(([, { asksFor }]) => asksFor).toSorted()).toEqual(approvalKinds.toSorted())
    for (const kind of approvalKinds)
      expect(said.find(([, { asksFor }]) => asksFor === kind)?.[1].access, kind).toBe(roleForApproval[kind])
  })

  it('is the one of the documentation: npm run docs makes it so', () => {
    const document = readFileSync(staffActionsFile, 'utf8')
    expect(staffActionsDoc(document)).toBe(document)
  })
})
