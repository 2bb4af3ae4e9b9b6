import type { Command } from './command.ts'
import { commands, groups } from './commands.ts'
import { usualOf } from '#server/platform/settings/setting.ts'
import { program } from './program.ts'
import { opsSettings } from './settings.ts'
import { heading } from './table.ts'

const general: Entry[] = [
  ['--json', 'print the raw reply, for scripts'],
  ['--help', 'explain the command instead of running it'],
]

type Entry = readonly [name: string, about: string]

/** Everything there is, the words alone first. */
export function overview(): string {
  const alone = commands.filter(({ name }) => !name.includes(' '))
  return [
    `${heading('Usage')}\n  ${program} <command> [options]`,
    'Runs Larkwell from the keyboard: customers, accounts, payments, schools and the company itself.',
    `${heading('Commands')}\n${list(alone.map(({ name, about }) => [name, about]))}`,
    `${heading('Groups')}\n${list(groupEntries())}`,
    `${heading('Options')}\n${list(general)}`,
    `${heading('Environment')}\n${list(
      Object.entries(opsSettings).map(([name, setting]) => [
        name,
        [setting.about, usualOf(setting).replaceAll('`', '')].filter(Boolean).join('; usually '),
      ]),
    )}`,
    `${heading('Exit codes')}\n${list([
      ['0', 'done'],
      ['1', 'refused'],
      ['2', 'usage error'],
      ['3', 'no connection, or a server error'],
    ])}`,
    `${heading('Examples')}\n  ${program} log-in staff.ops@demo.example\n  ${program} customers find olivia`,
    `Every level explains itself: ${program} customers --help`,
  ].join('\n\n')
}

export function groupHelp(group: string): string {
  const members = commands.filter(({ name }) => name.startsWith(`${group} `))
  const [first] = members
  return [
    `${heading('Usage')}\n  ${program} ${group} <command> [options]`,
    `${groups[group] ?? ''}.`,
    `${heading('Commands')}\n${list(members.map(({ name, about }) => [name.slice(group.length + 1), about]))}`,
    `${heading('Examples')}\n${members
      .slice(0, 2)
      .map(({ examples }) => `  ${program} ${examples[0]}`)
      .join('\n')}`,
    `More about one of them: ${program} ${first?.name ?? group} --help`,
  ].join('\n\n')
}

export function commandHelp(command: Command): string {
  const given = command.arguments ?? []
  return [
    `${heading('Usage')}\n  ${program} ${usageOf(command)}`,
    command.about,
    ...(given.length > 0
      ? [`${heading('Arguments')}\n${list(given.map(({ name, about }) => [name, about]))}`]
      : []),
    `${heading('Options')}\n${list([...optionEntries(command), ...general])}`,
    `${heading('Examples')}\n${command.examples.map((example) => `  ${program} ${example}`).join('\n')}`,
  ].join('\n\n')
}

/** "customers find <text> [options]", with what must be there. */
export function usageOf(command: Command): string {
  const given = (command.arguments ?? []).map(({ name, isOptional }) =>
    isOptional ? `[<${name}>]` : `<${name}>`,
  )
  const required = Object.entries(command.options ?? {})
    .filter(([, { isRequired }]) => isRequired)
    .map(([name, { value }]) => `--${name} <${value}>`)
  const reason = command.isChange ? ['--reason <text>'] : []
  return [command.name, ...given, ...required, ...reason, '[options]'].join(' ')
}

function optionEntries(command: Command): Entry[] {
  const own = Object.entries(command.options ?? {}).map(([name, { value, about, isMany }]): Entry => [
    value === undefined ? `--${name}` : `--${name} <${value}>`,
    isMany ? `${about}; may be given several times` : about,
  ])
  return [
    ...own,
    ...(command.isChange ? [['--reason <text>', 'why; kept in the audit trail'] as const] : []),
    ...(command.warning ? [['--yes', 'skip the confirmation'] as const] : []),
  ]
}

function groupEntries(): Entry[] {
  const used = new Set(
    commands
      .map(({ name }) => name.split(' '))
      .filter((words) => words.length > 1)
      .map(([group]) => group),
  )
  return Object.entries(groups).filter(([group]) => used.has(group))
}

function list(entries: readonly Entry[]): string {
  const width = Math.max(...entries.map(([name]) => name.length))
  return entries.map(([name, about]) => `  ${name.padEnd(width)}  ${about}`).join('\n')
}
