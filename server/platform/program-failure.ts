import { inspect } from 'node:util'
import { ProviderFailure } from './providers/provider-failure.ts'

/** What stops a program and a person can put right. Its message is all that the program prints about it. */
export class ProgramFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ProgramFailure'
  }
}

/** Every program calls it before anything else: whatever stops the program is then printed by `failureText`. */
export function failInSentences(): void {
  process.once('uncaughtException', (error) => {
    process.stderr.write(`${failureText(error)}\n`)
    process.exit(1)
  })
}

/** What the machine refuses, rather than a fault in our code. */
const refusedByMachine: Record<string, string> = {
  EACCES: 'this user may not use it',
  EPERM: 'this user may not use it',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EEXIST: 'it is there already',
  ENOTDIR: 'a part of this path is a file',
}

/** A sentence where we know what is wrong. Anything else is a fault in our code, and needs its stack. */
export function failureText(error: unknown): string {
  return sentenceOf(error) ?? inspect(error)
}

function sentenceOf(error: unknown): string | undefined {
  if (error instanceof ProgramFailure) return error.message
  if (error instanceof ProviderFailure) return providerFailureText(error)
  if (error instanceof AggregateError) return sentenceOfAll(error.errors)
  if (!(error instanceof Error)) return undefined
  const { code = '', path, message } = error as NodeJS.ErrnoException
  if (code.startsWith('ERR_PARSE_ARGS_')) return `${message.replace(/\. .*$/s, '')}.`
  const reason = refusedByMachine[code]
  return path !== undefined && reason !== undefined
    ? `${path} cannot be used: ${reason} (${code}).`
    : undefined
}

/** What failed at the same time, each sentence once. */
function sentenceOfAll(errors: unknown[]): string | undefined {
  const sentences = errors.map(sentenceOf)
  return sentences.includes(undefined) ? undefined : [...new Set(sentences)].join('\n')
}

function providerFailureText({ message, cause }: ProviderFailure): string {
  const reason = cause instanceof Error ? `: ${cause.message.replace(/\.$/, '')}` : ''
  return `${message}${reason}.`
}
