/** A piece of a text that is in both versions, only in the new one, or only in the old one. */
export type Piece = { kind: 'same' | 'added' | 'removed'; text: string }

/** The difference between two versions of a line, word by word, by their longest common subsequence. */
export function wordDifference(before: string, after: string): Piece[] {
  const [old, next] = [wordsOf(before), wordsOf(after)]
  const common = commonLengths(old, next)
  const pieces: Piece[] = []
  const add = (kind: Piece['kind'], text: string) => {
    const last = pieces.at(-1)
    if (last?.kind === kind) last.text += text
    else pieces.push({ kind, text })
  }
  let [i, j] = [0, 0]
  while (i < old.length || j < next.length) {
    const [was, is] = [old[i], next[j]]
    if (was !== undefined && was === is) {
      add('same', was)
      i += 1
      j += 1
    } else if (
      is === undefined ||
      (was !== undefined && lengthAt(common, i + 1, j) >= lengthAt(common, i, j + 1))
    ) {
      add('removed', was ?? '')
      i += 1
    } else {
      add('added', is)
      j += 1
    }
  }
  return pieces
}

/** Words with the space after them, so that the pieces join to the text again. */
const wordsOf = (text: string): string[] => text.match(/\S+\s*|^\s+/g) ?? []

const lengthAt = (table: readonly number[][], i: number, j: number) => table[i]?.[j] ?? 0

function commonLengths(old: readonly string[], next: readonly string[]): number[][] {
  const table = Array.from({ length: old.length + 1 }, () => Array.from({ length: next.length + 1 }, () => 0))
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = next.length - 1; j >= 0; j -= 1) {
      const row = table[i]
      if (!row) continue
      row[j] =
        old[i] === next[j]
          ? lengthAt(table, i + 1, j + 1) + 1
          : Math.max(lengthAt(table, i + 1, j), lengthAt(table, i, j + 1))
    }
  }
  return table
}
