import { readFileSync, writeFileSync } from 'node:fs'
import { opsSettings } from '#ops/settings.ts'
import { sandboxSettings } from '#sandbox/settings.ts'
import { serverSettingGroups } from '#server/platform/settings/server-settings.ts'
import { usualOf, type Setting } from '#server/platform/settings/setting.ts'
import { inProject } from './project.ts'
import { toolSettings } from './settings.ts'

type Shown = Pick<Setting, 'about' | 'usual' | 'usualAs'> & Partial<Pick<Setting, 'production'>>

/** Every setting of every program, under the headings of docs/settings.md. */
export const settingGroups: Record<string, Record<string, Shown>> = {
  ...serverSettingGroups,
  "The staff's command line": opsSettings,
  'Demo, tests and development': {
    ...sandboxSettings,
    ...serverSettingGroups['Demo, tests and development'],
    ...toolSettings,
  },
}

export const settingsFile = inProject('docs', 'settings.md')

/** The document with the table below each heading as the code has it. What is said around the tables stays. */
export function settingsDoc(document: string): string {
  return Object.entries(settingGroups).reduce((whole, [title, settings]) => {
    const heading = `## ${title}\n`
    const [before, section, after] = partsOf(whole, heading)
    const table = /^\|.*(?:\n\|.*)*$/m
    if (section === undefined || !table.test(section)) throw new Error(`${title} has no heading and table`)
    return before + section.replace(table, () => tableOf(settings)) + after
  }, document)
}

function partsOf(document: string, heading: string): [string, string | undefined, string] {
  const from = document.indexOf(heading)
  if (from < 0) return [document, undefined, '']
  const next = document.indexOf('\n## ', from)
  const to = next < 0 ? document.length : next
  return [document.slice(0, from), document.slice(from, to), document.slice(to)]
}

/** Settings that say the same share a line. */
function tableOf(settings: Record<string, Shown>): string {
  const lines = new Map<string, string[]>()
  for (const [name, setting] of Object.entries(settings)) {
    const cells = [setting.about, usualOf(setting), setting.production ?? 'optional']
    const key = JSON.stringify(cells)
    lines.set(key, [...(lines.get(key) ?? []), `\`${name}\``])
  }
  const rows = [...lines].map(([key, names]) => [names.join(' '), ...(JSON.parse(key) as string[])])
  const all = [['Setting', 'Meaning', 'Default', 'Production'], ...rows]
  const widths = [0, 1, 2, 3].map((at) => Math.max(...all.map((row) => row[at]?.length ?? 0)))
  const lineOf = (row: string[]) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  const [titles = [], ...body] = all
  const rule = widths.map((width) => '-'.repeat(width))
  return [titles, rule, ...body].map(lineOf).join('\n')
}

if (import.meta.main) writeFileSync(settingsFile, settingsDoc(readFileSync(settingsFile, 'utf8')))
