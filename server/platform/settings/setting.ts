import { ProgramFailure } from '../program-failure.ts'
import { hasProtocol, type Env, type Rule } from './setting-rules.ts'

/**
 * One environment variable. What it means, its default and what production asks of it stand together; the reader, the
 * rules and docs/settings.md are made from this.
 */
export type Setting<T = unknown> = {
  /** What it is for, in Markdown. */
  about: string
  /** The default, as one would type it. It may depend on other settings. */
  usual: string | ((env: Env) => string)
  /** How the documentation names the default where its text would say less. */
  usualAs?: string
  /** Throws what completes the sentence "NAME …" for a wrong text. */
  parse: (text: string) => T
  /** In production: what may be left out, what may not, and what may not be there. */
  production: 'required' | 'optional' | 'refused'
  /** Of a value in production. For what is refused, the reason. */
  rules: readonly Rule[]
  /** Of a value elsewhere. */
  rulesElsewhere?: readonly Rule[]
  /** It has no default anywhere: why. */
  neededFor?: string
}

export type Settings = Record<string, Setting>
export type ValuesOf<S extends Settings> = { [Name in keyof S]: ReturnType<S[Name]['parse']> }

type Described<T> = Pick<Setting<T>, 'about' | 'parse'> & Partial<Omit<Setting<T>, 'production' | 'rules'>>

/** May be left out. */
export function optional<T>(described: Described<T>, ...rules: Rule[]): Setting<T> {
  return { usual: '', production: 'optional', rules, ...described }
}

/** Has a default for development, which production does not use. */
export function required<T>(described: Described<T>, ...rules: Rule[]): Setting<T> {
  return { usual: '', production: 'required', rules, ...described }
}

/** For tests and demos only. */
export function refused<T>(described: Described<T>, reason: string): Setting<T> {
  const rule = { right: `must be left out: ${reason}`, accepts: () => false }
  return { usual: '', production: 'refused', rules: [rule], ...described }
}

export const text = (value: string) => value

/** What is left out or empty is undefined. */
export const textOrNone = (value: string) => value || undefined

export function flag(value: string): boolean {
  if (['', '0', '1'].includes(value)) return value === '1'
  throw new Error(`must be 1, 0 or left out, not "${value}"`)
}

/** Refuses what `Number` would turn into NaN. */
export function wholeNumber({ min, max = 999_999_999 }: { min: number; max?: number }) {
  return (value: string): number => {
    if (/^\d+$/.test(value) && Number(value) >= min && Number(value) <= max) return Number(value)
    throw new Error(`must be a whole number from ${min} to ${max}, not "${value}"`)
  }
}

/** 0 lets the system choose a free port. */
export const port = wholeNumber({ min: 0, max: 65_535 })

export const portOrNone = (value: string) => (value === '' ? undefined : port(value))

export const timeoutMs = wholeNumber({ min: 1 })

export function oneOf<const Word extends string>(...words: readonly Word[]) {
  return (value: string): Word => {
    const word = words.find((known) => known === value)
    if (word !== undefined) return word
    throw new Error(`must be one of ${words.join(', ')}, not "${value}"`)
  }
}

/** The value may hold a password and is not repeated. */
export function address(...protocols: string[]) {
  const allowed = protocols.length > 0 ? protocols : ['https:', 'http:']
  return (value: string): string => {
    if (value === '' || (hasProtocol(value, ...allowed) && new URL(value).hostname !== '')) return value
    throw new Error(`must be an address that begins with ${allowed[0]}// and names a host`)
  }
}

/** The message lists every wrong setting with what is right; it holds no values that may be secret. */
export class WrongSettings extends ProgramFailure {
  readonly mistakes: readonly string[]

  constructor(mistakes: readonly string[]) {
    const title = mistakes.length === 1 ? 'One setting is wrong' : `${mistakes.length} settings are wrong`
    super(`${title} (docs/settings.md explains them):\n${mistakes.map((each) => `- ${each}`).join('\n')}`)
    this.name = 'WrongSettings'
    this.mistakes = mistakes
  }
}

/** Reads and checks all of them, so that all mistakes are found at once. */
export function readSettings<S extends Settings>(settings: S, env: Env): ValuesOf<S> {
  const read = Object.entries(settings).map(([name, setting]) => ({ name, ...readOne(name, setting, env) }))
  const mistakes = read.flatMap(({ mistake }) => mistake ?? [])
  if (mistakes.length > 0) throw new WrongSettings(mistakes)
  return Object.fromEntries(read.map(({ name, value }) => [name, value])) as ValuesOf<S>
}

function readOne(name: string, setting: Setting, env: Env): { value?: unknown; mistake?: string } {
  // An empty text counts as left out: that is what compose passes on for a setting that nobody made.
  const given = env[name] || undefined
  const isProduction = env['NODE_ENV'] === 'production'
  const usual = typeof setting.usual === 'string' ? setting.usual : setting.usual(env)
  const rules = (isProduction ? setting.rules : setting.rulesElsewhere) ?? []
  if (
    given === undefined &&
    ((isProduction && setting.production === 'required') || setting.neededFor !== undefined)
  ) {
    const [first] = isProduction ? rules : [{ right: setting.neededFor }]
    return { mistake: `${name} is missing${first ? `: it ${first.right}` : ''}` }
  }
  try {
    const value = setting.parse(given ?? usual)
    const broken = given ? rules.find(({ accepts }) => !accepts(given, env)) : undefined
    return broken ? { mistake: `${name} ${broken.right}` } : { value }
  } catch (error) {
    // A default depends on other settings: if it is wrong, so are they, and they are named.
    return given === undefined ? {} : { mistake: `${name} ${(error as Error).message}` }
  }
}

/** The default in Markdown, or nothing. */
export function usualOf({ usual, usualAs }: Pick<Setting, 'usual' | 'usualAs'>): string {
  if (usualAs !== undefined) return usualAs
  return typeof usual !== 'string' || usual === '' ? '' : /^\d+$/.test(usual) ? usual : `\`${usual}\``
}
