import { readFileSync, writeFileSync } from 'node:fs'
import type { Endpoint } from '#contract/endpoint.ts'
import { staffContract } from '#contract/staff.ts'
import { staffActionTable, type StaffActionRow } from '#domain/staff-actions.ts'
import { inProject } from './project.ts'

export const staffActionsFile = inProject('docs', 'staff-actions.md')

const calls: Record<string, Endpoint> = staffContract

/** The document with its table as the code has it. What is said around it stays. */
export function staffActionsDoc(document: string): string {
  const table = /^\|.*(?:\n\|.*)*$/m
  if (!table.test(document)) throw new Error('docs/staff-actions.md has no table')
  return document.replace(table, () => tableOf(Object.entries(staffActionTable)))
}

/** One person, two, or two above a limit: as the contract says when a call is only accepted. */
function peopleOf({ accepted }: Endpoint): string {
  if (accepted?.always) return 'two'
  return accepted ? 'one, or two above a limit' : 'one'
}

function tableOf(rows: readonly [string, StaffActionRow][]): string {
  const cells = rows.map(([key, { ops, desk, why }]) => {
    const endpoint = calls[key]
    if (!endpoint) throw new Error(`${key} is no call of staff`)
    return [
      endpoint.summary,
      endpoint.role ?? 'everybody',
      peopleOf(endpoint),
      ops.map((name) => `\`${name}\``).join(', ') || '–',
      desk ?? '–',
      `\`${key}\``,
      why ?? '',
    ]
  })
  const all = [['What', 'Role', 'People', 'Command', 'Desk', 'Call', 'Why'], ...cells]
  const widths = all[0]!.map((_, at) => Math.max(...all.map((row) => row[at]?.length ?? 0)))
  const lineOf = (row: readonly string[]) =>
    `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  const [titles = [], ...body] = all
  return [titles, widths.map((width) => '-'.repeat(width)), ...body].map(lineOf).join('\n')
}

if (import.meta.main) writeFileSync(staffActionsFile, staffActionsDoc(readFileSync(staffActionsFile, 'utf8')))
