/** A table of markdown. Columns are as wide as their widest cell, as the formatter has them. */
export function table(head: string[], rows: string[][]): string {
  const all = [head, ...rows].map((row) => row.map((cell) => cell.replaceAll('|', '\\|')))
  const widths = head.map((_, column) => Math.max(3, ...all.map((row) => (row[column] ?? '').length)))
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const [first = [], ...others] = all
  return [line(first), line(widths.map((width) => '-'.repeat(width))), ...others.map(line)].join('\n')
}

export const code = (text: string) => `\`${text}\``
