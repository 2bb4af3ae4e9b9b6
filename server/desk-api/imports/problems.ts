/** What is wrong with a file, and where. */
export type Problem = {
  line: number
  column: string | null
  /** What stands there; null where it is about no one cell. */
  cell: string | null
  problem: string
}

/** What stands in a cell of the file. */
export type CellOf = (line: number, column: string) => string | null

/** This many are listed; the rest are only counted. */
const maxListed = 200

/** Collects all problems, so that the file's author can fix them at once. */
export type Problems = {
  add(line: number, column: string | null, problem: string): void
  /**
   * Something that the rows together lack. It may stand in a row that could not be read, so it is reported only when all
   * could be.
   */
  addMissing(line: number, column: string | null, problem: string): void
  /** From now on the rows are looked at together. */
  endReading(): void
  count(): number
  /** How many rows have one. */
  rowCount(): number
  list(cellOf: CellOf): Problem[]
}

export function collectProblems(): Problems {
  const kept: Omit<Problem, 'cell'>[] = []
  const lines = new Set<number>()
  let count = 0
  let lacksRows = false
  const add = (line: number, column: string | null, problem: string) => {
    count += 1
    lines.add(line)
    if (kept.length < maxListed) kept.push({ line, column, problem })
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
      kept
        .toSorted((a, b) => a.line - b.line)
        .map((each) => ({ ...each, cell: each.column === null ? null : cellOf(each.line, each.column) })),
  }
}
