import { stripVTControlCharacters } from 'node:util'
import { expect } from 'vitest'
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

/** The command line of one member of staff at a test server: what a command prints, and for scripts its raw reply. */
export function commandsOf({ url }: { url: string }, token: string) {
  const ops = (...words: string[]) => staffCommand(words, { OPS_URL: url, OPS_TOKEN: token })
  const done = async (...words: string[]) => {
    const { code, out, err } = await ops(...words)
    expect([code, err], words.join(' ')).toEqual([0, expect.any(String)])
    return out.trim()
  }
  // What a script reads is of any shape.
  const raw = async (...words: string[]): Promise<any> => JSON.parse(await done(...words, '--json'))
  return { ops, done, raw }
}
