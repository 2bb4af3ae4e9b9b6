import { InvalidCsv, readCsv, type CsvRow } from '../../platform/csv/csv.ts'
import type { Columns, RowOf } from './columns.ts'
import type { CellOf, Problems } from './problems.ts'

const progressEvery = 1_000

/**
 * Reads a file with these columns in any order. Rows with a problem are reported and left out, and reading goes on, so
 * that one run finds all problems. `count` includes all rows, `cellOf` returns the text of a cell.
 */
export async function readRows<Known extends Columns>(
  file: AsyncIterable<Uint8Array>,
  columns: Known,
  problems: Problems,
  onProgress: (rows: number) => void,
): Promise<{ rows: RowOf<Known>[]; count: number; cellOf: CellOf }> {
  const rows: RowOf<Known>[] = []
  const cells = new Map<number, string[]>()
  let header: (keyof Known & string)[] | undefined
  let count = 0
  try {
    for await (const row of readCsv(file)) {
      if (!header) {
        header = readHeader(row, columns, problems)
        if (problems.count() > 0) return { rows, count, cellOf: () => null }
        continue
      }
      count += 1
      cells.set(row.line, row.cells)
      const values = readRow(row, header, columns, problems)
      if (values) rows.push(values)
      if (count % progressEvery === 0) onProgress(count)
    }
  } catch (error) {
    if (!(error instanceof InvalidCsv)) throw error
    problems.add(error.line, null, error.message)
  }
  if (count === 0 && problems.count() === 0) problems.add(1, null, 'The file has no rows')
  const cellOf: CellOf = (line, column) => cells.get(line)?.[header?.indexOf(column) ?? -1] ?? null
  return { rows, count, cellOf }
}

function readHeader<Known extends Columns>(
  { line, cells }: CsvRow,
  columns: Known,
  problems: Problems,
): (keyof Known & string)[] {
  const names = cells.map((cell) =>
    cell
      .trim()
      .toLowerCase()
      .replaceAll(/[\s-]+/g, '_'),
  )
  for (const [index, name] of names.entries()) {
    if (!(name in columns)) {
      problems.add(
        line,
        name || `column ${index + 1}`,
        `Is not a column of this file: ${Object.keys(columns).join(', ')}`,
      )
    } else if (names.indexOf(name) !== index) problems.add(line, name, 'Is there twice')
  }
  for (const [name, column] of Object.entries(columns)) {
    if (!column.isOptional && !names.includes(name)) problems.add(line, name, 'This column is missing')
  }
  return names
}

function readRow<Known extends Columns>(
  { line, cells }: CsvRow,
  header: (keyof Known & string)[],
  columns: Known,
  problems: Problems,
): RowOf<Known> | undefined {
  if (cells.length !== header.length) {
    problems.add(line, null, `Has ${cells.length} cells where the header has ${header.length}`)
    return undefined
  }
  const before = problems.count()
  const values = Object.entries(columns).map(([name, column]) => {
    const index = header.indexOf(name)
    const result = column.read(index === -1 ? '' : (cells[index] ?? '').trim())
    if ('problem' in result) problems.add(line, name, result.problem)
    return [name, 'value' in result ? result.value : undefined] as const
  })
  if (problems.count() > before) return undefined
  return { ...Object.fromEntries(values), line } as RowOf<Known>
}
