/** A problem with a file and its position. */
export type CellProblem = {
  line: number
  column: string | null
  /** The cell's text; null if the problem is not about one cell. */
  cell: string | null
  problem: string
}

/** Returns the text of a cell of the file. */
export type CellOf = (line: number, column: string) => string | null

/** The limit of listed problems; further ones are only counted. */
const maxListed = 200

/** Collects all problems, so that the file's author can fix them at once. */
export type Problems = {
  add(line: number, column: string | null, problem: string): void
  /**
   * Adds a problem about the rows as a whole. What is missing may be in an unreadable row, so this is reported only if
   * all rows could be read.
   */
  addMissing(line: number, column: string | null, problem: string): void
  /** Ends the reading: from now on the rows are checked together. */
  endReading(): void
  count(): number
  /** The number of rows with a problem. */
  rowCount(): number
  list(cellOf: CellOf): CellProblem[]
}

export function collectProblems(): Problems {
  const listed: Omit<CellProblem, 'cell'>[] = []
  const lines = new Set<number>()
  let count = 0
  let lacksRows = false
  const add = (line: number, column: string | null, problem: string) => {
    count += 1
    lines.add(line)
    if (listed.length < maxListed) listed.push({ line, column, problem })
  }
  return {
    add,
    addMissing: (...missing) => {
      if (!lacksRows) add(...missing)
    },
    endReading: () => {
      lacksRows = count > 0
    },
    count: () => count,
    rowCount: () => lines.size,
    list: (cellOf) =>
      listed
        .toSorted((a, b) => a.line - b.line)
        .map((each) => ({ ...each, cell: each.column === null ? null : cellOf(each.line, each.column) })),
  }
}
