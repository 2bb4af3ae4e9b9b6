import type { FileReply } from '#contract/endpoint.ts'
import type { Api } from './api.ts'

export type Argument = { name: string; about: string; isOptional?: true }

/** With `value` it takes one, named so in the help; without it is a flag. */
export type Option = { about: string; value?: string; isRequired?: true; isMany?: true }

type Options = Record<string, Option>
type ValueOf<O extends Option> = O extends { value: string }
  ? O extends { isMany: true }
    ? string[]
    : O extends { isRequired: true }
      ? string
      : string | undefined
  : boolean

/** The server that the command line talks to, and the session there. */
export type Session = { url: string; token: string | undefined; tokenFile: string }

export type Save = (file: FileReply, where: { to: string | undefined; force: boolean }) => Promise<Outcome>

type Given<A extends readonly Argument[], O extends Options> = {
  api: Api
  session: Session
  /** Why, in the operator's own words. Empty only if the command changes nothing. */
  reason: string
  argument: {
    [Each in A[number] as Each['name']]: Each extends { isOptional: true } ? string | undefined : string
  }
  option: { [Name in keyof O]: ValueOf<O[Name]> }
  /** Says on the error stream what is going on, so that the output stays clean. */
  note: (text: string) => void
  /** Saves a file for the person at the keyboard alone; with the options of `saveOptions`. */
  save: Save
  /** A line typed by the person at the keyboard, or piped in. */
  ask: (question: string) => Promise<string>
}

/** What comes of a command: the raw reply for scripts and the words for people. */
export type Outcome = { raw: unknown; text: string }

type Described<A extends readonly Argument[], O extends Options> = {
  /** "customers find": a noun and a verb, or a verb alone. */
  name: string
  /** One sentence. */
  about: string
  arguments?: A
  options?: O
  examples: readonly [string, ...string[]]
  /** It changes something: a reason is demanded and sent with it. */
  isChange?: true
  /** What is about to be lost; asked before it happens. */
  warning?: string
  run(given: Given<A, O>): Promise<Outcome>
}

/** A command of the line, with what its help says. */
export type Command = Described<readonly Argument[], Options>

/** Keeps the names of arguments and options as literal types, so that a slip does not compile. */
export function command<const A extends readonly Argument[], const O extends Options>(
  described: Described<A, O>,
): Command {
  return described
}
