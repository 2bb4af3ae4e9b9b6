import { parsePercent } from '#domain/money.ts'

/** Parses a percentage from 0 to 100 as basis points, with or without the sign. */
export function readPercent(text: string): number | undefined {
  return parsePercent(text.trim().replace(/\s*%$/, ''))
}
