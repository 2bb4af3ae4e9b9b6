import { readFileSync, writeFileSync } from 'node:fs'
import { opsSettings } from '#ops/settings.ts'
import { sandboxSettings } from '#sandbox/settings.ts'
import { serverSettingGroups } from '#server/platform/settings/server-settings.ts'
import { usualOf, type Setting } from '#server/platform/settings/setting.ts'
import { table } from './api-guides/table.ts'
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
    const block = /^\|.*(?:\n\|.*)*$/m
    if (section === undefined || !block.test(section)) throw new Error(`${title} has no heading and table`)
    return before + section.replace(block, () => tableOf(settings)) + after
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
  return table(['Setting', 'Meaning', 'Default', 'Production'], rows)
}

if (import.meta.main) writeFileSync(settingsFile, settingsDoc(readFileSync(settingsFile, 'utf8')))
