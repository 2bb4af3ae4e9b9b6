/** What is wrong with a file, and where. */
export type Problem = { line: number; column: string | null; problem: string }

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
  list(): Problem[]
}

export function collectProblems(): Problems {
  const kept: Problem[] = []
  let count = 0
  let lacksRows = false
  const add = (line: number, column: string | null, problem: string) => {
    count += 1
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
    list: () => kept.toSorted((a, b) => a.line - b.line),
  }
}
