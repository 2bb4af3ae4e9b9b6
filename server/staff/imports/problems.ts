/** What is wrong with a file, and where. */
export type Problem = { line: number; column: string | null; problem: string }

/** This many are listed; the rest are only counted. */
const maxListed = 200

/** Collects all problems, so that the file's author can fix them at once. */
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
      if (kept.length < maxListed) kept.push({ line, column, problem })
    },
    count: () => count,
    list: () => kept.toSorted((a, b) => a.line - b.line),
  }
}
