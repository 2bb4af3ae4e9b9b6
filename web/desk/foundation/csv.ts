export type Cell = string | number | null

/** A spreadsheet would run a text that begins like a formula. */
function cellText(value: Cell): string {
  const text = String(value ?? '')
  const isFormula = typeof value === 'string' && /^[=+\-@\t\r]/.test(text)
  return `"${(isFormula ? `'${text}` : text).replaceAll('"', '""')}"`
}

/** A file for spreadsheets. */
export function csvFile(rows: readonly (readonly Cell[])[]): Blob {
  const lines = rows.map((row) => row.map(cellText).join(','))
  return new Blob([`\uFEFF${lines.join('\r\n')}\r\n`], { type: 'text/csv' })
}
