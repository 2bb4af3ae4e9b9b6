import { createInterface } from 'node:readline/promises'
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { apiAt } from './api.ts'
import type { Command } from './command.ts'
import { commands, groups } from './commands.ts'
import { exitCodes, OpsFailure } from './failure.ts'
import { commandHelp, groupHelp, overview, usageOf } from './help.ts'
import { acceptingNames } from './lookup.ts'
import { program } from './program.ts'
import { saveFile } from './save-file.ts'
import { readOpsSettings } from './settings.ts'
import { keptToken } from './token-file.ts'

/** Where a command line is typed. */
export type Terminal = {
  env: NodeJS.ProcessEnv
  print(text: string): void
  printError(text: string): void
  /** Whether somebody can answer a question. */
  hasPerson(): boolean
}

const ofProcess: Terminal = {
  env: process.env,
  print: (text) => console.log(text),
  printError: (text) => console.error(text),
  hasPerson: () => process.stdin.isTTY,
}

/** Runs one command line and gives its exit code. */
export async function runOps(words: string[], terminal = ofProcess): Promise<number> {
  try {
    const { text } = await answerTo(words, terminal)
    terminal.print(text)
    return 0
  } catch (error) {
    if (!(error instanceof OpsFailure)) throw error
    terminal.printError(error.message)
    if (error.advice) terminal.printError(error.advice)
    return exitCodes[error.kind]
  }
}

async function answerTo(words: string[], terminal: Terminal): Promise<{ text: string }> {
  const command = findCommand(words)
  if (command === undefined) return { text: helpWithout(words) }
  const rest = words.slice(command.name.split(' ').length)
  if (rest.includes('--help') || rest.includes('-h')) return { text: commandHelp(command) }
  const given = read(command, rest)
  if (command.warning && given.flags['yes'] !== true) await confirm(command.warning, terminal)
  const { OPS_URL: url, OPS_TOKEN, OPS_TOKEN_FILE: tokenFile, OPS_FILES } = readOpsSettings(terminal.env)
  const session = { url, token: OPS_TOKEN ?? (await keptToken(tokenFile, url)), tokenFile }
  const outcome = await command.run({
    api: acceptingNames(apiAt(session.url, session.token)),
    session,
    reason: String(given.flags['reason'] ?? ''),
    argument: given.arguments,
    // `read` has checked the flags against the command's own options, which is all that its type says.
    option: given.flags as never,
    note: (text) => {
      if (text !== '') terminal.printError(text)
    },
    save: (file, { to, force }) => saveFile(file, { to, mayReplace: force, folder: OPS_FILES }),
    ask,
  })
  return { text: given.flags['json'] === true ? JSON.stringify(outcome.raw, null, 2) : outcome.text }
}

function findCommand(words: string[]): Command | undefined {
  const [first = '', second = ''] = words
  return (
    commands.find(({ name }) => name === `${first} ${second}`) ?? commands.find(({ name }) => name === first)
  )
}

/** Help where it was asked for; otherwise what was typed is not a command, and the nearest ones are named. */
function helpWithout(words: string[]): string {
  const typed = words.filter((word) => !word.startsWith('-'))
  const [group = ''] = typed
  const wantsHelp = words.includes('--help') || words.includes('-h')
  if (typed.length === 0) return overview()
  if (group in groups && (wantsHelp || typed.length === 1)) return groupHelp(group)
  const name = typed.slice(0, group in groups ? 2 : 1).join(' ')
  const known = [...Object.keys(groups), ...commands.map((command) => command.name)]
  const near = known.filter((word) => isNear(word, name))
  throw new OpsFailure(
    'usage',
    `There is no command "${name}".`,
    near.length > 0
      ? `Did you mean ${near.slice(0, 3).join(', ')}?`
      : `See ${program} ${group in groups ? `${group} ` : ''}--help`,
  )
}

type Flags = Record<string, string | boolean | string[] | undefined>

function read(command: Command, words: string[]): { arguments: Record<string, string>; flags: Flags } {
  const expected = command.arguments ?? []
  const { values, positionals } = parsed(command, words)
  const missing = [
    ...expected
      .filter(({ isOptional }, at) => !isOptional && positionals[at] === undefined)
      .map(({ name }) => `<${name}>`),
    ...Object.entries(command.options ?? {})
      .filter(([name, { isRequired }]) => isRequired && values[name] === undefined)
      .map(([name]) => `--${name}`),
    ...(command.isChange && !values['reason'] ? ['--reason'] : []),
  ]
  if (missing.length > 0)
    throw wrongUsage(command, `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing.`)
  if (positionals.length > expected.length)
    throw wrongUsage(
      command,
      `"${positionals[expected.length]}" is unexpected. Put quotes around text with spaces.`,
    )
  const named = expected.flatMap(({ name }, at) =>
    positionals[at] === undefined ? [] : [[name, positionals[at]]],
  )
  return { arguments: Object.fromEntries(named) as Record<string, string>, flags: values }
}

function parsed(command: Command, words: string[]): { values: Flags; positionals: string[] } {
  const options: ParseArgsOptionsConfig = { json: { type: 'boolean' } }
  if (command.isChange) options['reason'] = { type: 'string' }
  if (command.warning) options['yes'] = { type: 'boolean' }
  for (const [name, { value, isMany }] of Object.entries(command.options ?? {}))
    options[name] =
      value === undefined
        ? { type: 'boolean', default: false }
        : { type: 'string', ...(isMany && { multiple: true }) }
  try {
    const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true })
    const many = Object.entries(command.options ?? {}).filter(([, { isMany }]) => isMany)
    const none = Object.fromEntries(many.map(([name]) => [name, [] as string[]]))
    return { values: { ...none, ...(values as Flags) }, positionals }
  } catch (error) {
    const [sentence = ''] = (error as Error).message.split('. To specify')
    throw wrongUsage(command, sentence.endsWith('.') ? sentence : `${sentence}.`)
  }
}

function wrongUsage(command: Command, fault: string): OpsFailure {
  return new OpsFailure(
    'usage',
    fault,
    `Usage: ${program} ${usageOf(command)}\nMore: ${program} ${command.name} --help`,
  )
}

async function confirm(warning: string, terminal: Terminal): Promise<void> {
  if (!terminal.hasPerson())
    throw new OpsFailure('usage', warning, 'Confirmation needs a terminal. Add --yes to confirm.')
  const answer = await ask(`${warning} Continue? (yes/no) `)
  if (!/^y(es)?$/i.test(answer)) throw new OpsFailure('refused', 'Nothing was changed.')
}

async function ask(question: string): Promise<string> {
  const keyboard = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return (await keyboard.question(question)).trim()
  } finally {
    keyboard.close()
  }
}

/** A slip of the finger or two, or a beginning. */
function isNear(name: string, typed: string): boolean {
  return name.startsWith(typed) || distance(name, typed) <= 2
}

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const [i, letter] of a.split('').entries()) {
    const next = [i + 1]
    for (const [j, other] of b.split('').entries())
      next.push(
        Math.min((row[j] ?? 0) + (letter === other ? 0 : 1), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1),
      )
    row = next
  }
  return row.at(-1) ?? 0
}
