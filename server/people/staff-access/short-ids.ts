import { idKindsOfAccount, type IdKind } from '#contract/staff-ids.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Deps } from '../../platform/deps.ts'
import { listIds, type IdRange } from './short-ids.reads.ts'

const isOfAccount = (kind: IdKind) => (idKindsOfAccount as readonly IdKind[]).includes(kind)

/** An id reveals nothing about a person, so this search is not recorded. Any later use of the id is. */
export async function findIds(
  { db }: Pick<Deps, 'db'>,
  { kind, beginning, accountId }: { kind: IdKind; beginning: string; accountId?: string | undefined },
): Promise<string[]> {
  if (isOfAccount(kind) && accountId === undefined) throw new Refusal('not_found')
  return listIds(db, kind, rangeOf(beginning), accountId ?? null)
}

/** In a sorted index, ids with the same prefix form one range. */
export function rangeOf(beginning: string): IdRange {
  const digits = beginning.toLowerCase().replaceAll('-', '')
  return {
    first: hyphenated(digits.padEnd(32, '0')),
    last: hyphenated(digits.padEnd(32, 'f')),
    text: hyphenated(digits),
  }
}

const hyphenated = (digits: string) =>
  [0, 8, 12, 16, 20]
    .map((from, at, all) => digits.slice(from, all[at + 1]))
    .filter(Boolean)
    .join('-')
