import { isCalendarDate, type CalendarDate } from '#domain/calendar/calendar.ts'
import { parseAmount, parsePercent, type Cents } from '#domain/money.ts'

/** The value of a cell, or the problem with it. */
export type CellResult<Value> = { value: Value } | { problem: string }

export type Column<Value> = {
  read(text: string): CellResult<Value>
  /** The file may omit the column. */
  isOptional?: true
}
export type Columns = Record<string, Column<unknown>>

/** A row of a file, each cell by the name of its column. */
export type RowOf<Known extends Columns> = { line: number } & {
  [Name in keyof Known]: Known[Name] extends Column<infer Value> ? Value : never
}

const bad = (problem: string): { problem: string } => ({ problem })

export function text(maxLength: number): Column<string> {
  return {
    read: (typed) => {
      if (typed === '') return bad('Is empty')
      if (typed.length > maxLength) return bad(`Has more than ${maxLength} characters`)
      return /\p{Cc}/u.test(typed) ? bad('Has a character that cannot be printed') : { value: typed }
    },
  }
}

/** An empty cell or an omitted column means `otherwise`. */
export function optional<Value, Otherwise>(
  column: Column<Value>,
  otherwise: Otherwise,
): Column<Value | Otherwise> {
  return {
    isOptional: true,
    read: (typed): CellResult<Value | Otherwise> =>
      typed === '' ? { value: otherwise } : column.read(typed),
  }
}

export function matching(pattern: RegExp, problem: string, tidy = (typed: string) => typed): Column<string> {
  return { read: (typed) => (pattern.test(tidy(typed)) ? { value: tidy(typed) } : bad(problem)) }
}

export function oneOf<Word extends string>(words: readonly Word[]): Column<Word> {
  return {
    read: (typed) => {
      const word = words.find((each) => each.toLowerCase() === typed.toLowerCase())
      return word === undefined ? bad(`Must be one of ${words.join(', ')}`) : { value: word }
    },
  }
}

export const amount: Column<Cents> = {
  read: (typed) => {
    const value = parseAmount(typed)
    return value === undefined ? bad('Is not an amount such as 1234.50') : { value }
  },
}

export const basisPoints: Column<number> = {
  read: (typed) => {
    const value = parsePercent(typed.replace(/%$/, ''))
    return value === undefined ? bad('Is not a percentage from 0 to 100') : { value }
  },
}

export const date: Column<CalendarDate> = {
  read: (typed) => (isCalendarDate(typed) ? { value: typed } : bad('Is not a date such as 2027-02-28')),
}

export const year: Column<number> = {
  read: (typed) => (/^20\d\d$/.test(typed) ? { value: Number(typed) } : bad('Is not a year such as 2027')),
}

export const yesOrNo: Column<boolean> = {
  read: (typed) => {
    if (/^(yes|y|true|1)$/i.test(typed)) return { value: true }
    return /^(no|n|false|0)$/i.test(typed) ? { value: false } : bad('Is neither yes nor no')
  },
}

export const email = matching(
  /^[^\s@,;]{1,64}@[^\s@,;]+\.[^\s@,;]{2,}$/,
  'Is not an email address',
  (typed) => typed.toLowerCase(),
)
export const mobile = matching(/^\+[1-9]\d{6,14}$/, 'Is not a mobile number such as +61491570156', (typed) =>
  typed.replaceAll(/[\s()-]/g, ''),
)
export const shortId = matching(/^LW\d{1,19}$/, 'Is not an account such as LW12345678', (typed) =>
  typed.toUpperCase(),
)
