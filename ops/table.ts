import { styleText } from 'node:util'
import { shortened } from './short-ids.ts'

type Column<Row> = {
  title: string
  value(row: Row): string | number | null | undefined
  /** Numbers and sums stand under each other by their last digit. */
  alignRight?: true
}

const gap = '  '

/** Columns that line up, with short ids. The last one gives way where the terminal is too narrow. */
export function table<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  empty = 'Nothing found.',
): string {
  if (rows.length === 0) return empty
  const cells = rows.map((row) => columns.map((column) => oneLine(String(column.value(row) ?? ''))))
  const titles = columns.map(({ title }) => title)
  const widths = columns.map((_, at) => Math.max(...[titles, ...cells].map((line) => line[at]?.length ?? 0)))
  const before = widths.slice(0, -1).reduce((sum, width) => sum + width + gap.length, 0)
  const lastWidth = Math.max(12, terminalWidth() - before)
  const lineOf = (line: string[]) =>
    line
      .map((cell, at) => {
        if (columns[at]?.alignRight) return cell.padStart(widths[at] ?? 0)
        return at === columns.length - 1 ? cut(cell, lastWidth) : cell.padEnd(widths[at] ?? 0)
      })
      .join(gap)
      .trimEnd()
  return [heading(lineOf(titles)), ...cells.map(lineOf)].join('\n')
}

/** Label and value, one under the other. What is empty is left out. */
export function facts(
  pairs: readonly (readonly [label: string, value: string | number | null | undefined])[],
): string {
  const shown = pairs.filter(([, value]) => value !== null && value !== undefined && value !== '')
  const width = Math.max(...shown.map(([label]) => label.length))
  return shown.map(([label, value]) => `${label.padEnd(width)}${gap}${shortened(String(value))}`).join('\n')
}

/** Parts of a page, each under its heading. */
export function sections(parts: readonly (readonly [title: string, text: string])[]): string {
  return parts.map(([title, text]) => `${heading(title)}\n${text}`).join('\n\n')
}

export function heading(text: string): string {
  return styleText('bold', text, { stream: process.stdout })
}

export function terminalWidth(): number {
  // Without a terminal there is a program or a file, which has all the room in the world.
  return process.stdout.isTTY ? process.stdout.columns : 10_000
}

const oneLine = (text: string) => shortened(text).replaceAll(/\s+/g, ' ')
const cut = (text: string, width: number) => (text.length > width ? `${text.slice(0, width - 1)}…` : text)
