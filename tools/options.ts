import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { failInSentences, failureText, ProgramFailure } from '#server/platform/program-failure.ts'

type Words = { allowPositionals?: boolean }

/**
 * The first call of a program of ours: reads what was typed after its name. `--help` prints the help and ends the program;
 * what the program does not know ends it too, and never does something else than what was meant.
 */
export function readOptions<const Options extends ParseArgsOptionsConfig>(
  help: string,
  options: Options,
  { allowPositionals = false }: Words = {},
) {
  failInSentences()
  const typed = process.argv.slice(2)
  const ours = typed.includes('--') ? typed.slice(0, typed.indexOf('--')) : typed
  if (ours.includes('--help') || ours.includes('-h')) {
    console.log(help)
    process.exit(0)
  }
  const { values, positionals } = parse(typed, options, help)
  const [tooMany] = allowPositionals ? [] : positionals
  if (tooMany !== undefined) throw usageFailure(`"${tooMany}" is not expected here.`, help)
  return { values, positionals }
}

function parse<const Options extends ParseArgsOptionsConfig>(args: string[], options: Options, help: string) {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw usageFailure(failureText(error), help)
  }
}

/** Of words that were typed: what is wrong with them, then what is right. */
export function usageFailure(wrong: string, help: string): ProgramFailure {
  return new ProgramFailure(`${wrong}\n\n${help}`)
}
