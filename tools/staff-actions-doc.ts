import { readFileSync, writeFileSync } from 'node:fs'
import { isRole, type Endpoint } from '#contract/endpoint.ts'
import { staffContract } from '#contract/staff.ts'
import { staffActionTable, type StaffActionRow } from '#domain/staff-actions.ts'
import { table } from './api-guides/table.ts'
import { inProject } from './project.ts'

export const staffActionsFile = inProject('docs', 'staff-actions.md')

const calls: Record<string, Endpoint> = staffContract

/** The document with its table as the code has it. What is said around it stays. */
export function staffActionsDoc(document: string): string {
  const block = /^\|.*(?:\n\|.*)*$/m
  if (!block.test(document)) throw new Error('docs/staff-actions.md has no table')
  return document.replace(block, () => tableOf(Object.entries(staffActionTable)))
}

/** Who asks a second person only at times, and when; the others do above a limit. */
const atTimes: Partial<Record<NonNullable<Endpoint['asksFor']>, string>> = {
  AsItsCall: 'as the call that it names',
  Withdrawal: 'one, or two for a withdrawal',
  WithdrawalReturn: 'one, or two once it was paid',
  OfflineReversal: 'one, or two beyond the credit',
}

function peopleOf({ asksFor, accepted }: Endpoint): string {
  if (asksFor === undefined) return 'one'
  return accepted?.always ? 'two' : (atTimes[asksFor] ?? 'one, or two above a limit')
}

function tableOf(rows: readonly [string, StaffActionRow][]): string {
  const cells = rows.map(([key, { ops, desk, why }]) => {
    const endpoint = calls[key]
    if (!endpoint) throw new Error(`${key} is no call of staff`)
    return [
      endpoint.summary,
      isRole(endpoint.access) ? endpoint.access : 'everybody',
      peopleOf(endpoint),
      ops.map((name) => `\`${name}\``).join(', ') || '–',
      desk ?? '–',
      `\`${key}\``,
      why ?? '',
    ]
  })
  return table(['What', 'Role', 'People', 'Command', 'Desk', 'Call', 'Why'], cells)
}

if (import.meta.main) writeFileSync(staffActionsFile, staffActionsDoc(readFileSync(staffActionsFile, 'utf8')))
