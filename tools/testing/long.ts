/** `npm test -- --long` runs everything and repeats more. */
export const isLong = process.env['LONG'] === '1'

/** The first rows stand for the others by default, which run with `--long`. */
export function firstOf<Row>(count: number, rows: readonly Row[]): readonly Row[] {
  return isLong ? rows : rows.slice(0, count)
}
