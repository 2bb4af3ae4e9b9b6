import { randomUUID } from 'node:crypto'
import type { Entry } from '#domain/ledger.ts'

/** An entry as a parameter, for statements that insert it together with its cause. */
export type EntryRow = {
  id: string
  kind: string
  description: string
  postings: { line: number; book: string; amount: number }[]
}

export function entryRow({ kind, description, postings }: Entry): EntryRow {
  return {
    id: randomUUID(),
    kind,
    description,
    postings: postings.map(({ book, amount }, index) => ({ line: index + 1, book, amount })),
  }
}
