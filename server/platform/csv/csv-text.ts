import { stringify } from 'csv-stringify/sync'

/** A number whose text must stay exactly as it is, such as an amount with both decimals. */
type NumberText = { number: string }
export type CsvCell = string | number | NumberText | null

const cellMaxLength = 1_000

/**
 * Writes a CSV file for spreadsheets. Text that a spreadsheet would run as a formula starts with an apostrophe, so
 * that a name typed by one person cannot run on another's machine. Numbers come from the server and stay numbers.
 */
export function csvText(header: readonly string[], rows: Iterable<readonly CsvCell[]>): string {
  return stringify([header, ...rows], {
    bom: true,
    record_delimiter: 'windows',
    quote_record_delimiter: true,
    escape_formulas: true,
    cast: {
      string: (text) => text.slice(0, cellMaxLength),
      object: (value) => ({ value: (value as NumberText).number, escape_formulas: false }),
    },
  })
}
