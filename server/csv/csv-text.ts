/** A number that is to read exactly so, such as an amount with both its decimals. */
type NumberText = { number: string }
export type Cell = string | number | NumberText | null

const cellMaxLength = 1_000

/**
 * A file for spreadsheets. Text that a spreadsheet would take for a formula gets an apostrophe in front, so that a name
 * somebody typed cannot run on somebody else's machine; numbers are ours and stay numbers.
 */
export function csvText(header: readonly string[], rows: Iterable<readonly Cell[]>): string {
  const lines = [header.map(cellText).join(',')]
  for (const cells of rows) lines.push(cells.map(cellText).join(','))
  return `\uFEFF${lines.join('\r\n')}\r\n`
}

function cellText(value: Cell): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  if (typeof value === 'object') return value.number
  const text = (/^[=+\-@\t\r]/.test(value) ? `'${value}` : value).slice(0, cellMaxLength)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
