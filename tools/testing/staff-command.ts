import { stripVTControlCharacters } from 'node:util'
import { runOps } from '#ops/run.ts'

export type Ended = { code: number | null; out: string; err: string }

/**
 * One command of the staff's command line, in this process: a process of its own takes longer to start than the
 * command takes. Nobody is at the keyboard.
 */
export async function staffCommand(words: string[], env: Record<string, string>): Promise<Ended> {
  const ended = { out: '', err: '' }
  const code = await runOps(words, {
    env,
    print: (text) => (ended.out += `${stripVTControlCharacters(text)}\n`),
    printError: (text) => (ended.err += `${stripVTControlCharacters(text)}\n`),
    hasPerson: () => false,
  })
  return { ...ended, code }
}
