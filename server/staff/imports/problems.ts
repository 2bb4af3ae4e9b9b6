/** What is wrong with a file, and where. */
export type Problem = { line: number; column: string | null; problem: string }

/** So many are told; the rest are counted. */
const told = 200

/** Collects what is wrong, so that whoever made the file can mend all of it at once. */
export type Problems = {
  add(line: number, column: string | null, problem: string): void
  count(): number
  list(): Problem[]
}

export function collectProblems(): Problems {
  const kept: Problem[] = []
  let count = 0
  return {
    add(line, column, problem) {
      count += 1
      if (kept.length < told) kept.push({ line, column, problem })
    },
    count: () => count,
    list: () => kept.toSorted((a, b) => a.line - b.line),
  }
}
