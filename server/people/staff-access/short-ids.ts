import { idKindsOfAccount, type IdKind } from '#contract/staff-ids.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Deps } from '../../platform/deps.ts'
import { listIds, type IdRange } from './short-ids.store.ts'

const isOfAccount = (kind: IdKind) => (idKindsOfAccount as readonly IdKind[]).includes(kind)

/** An id says nothing about anybody, so this look is not recorded; whatever is then done with it is. */
export async function findIds(
  { db }: Pick<Deps, 'db'>,
  { kind, beginning, accountId }: { kind: IdKind; beginning: string; accountId?: string | undefined },
): Promise<string[]> {
  if (isOfAccount(kind) && accountId === undefined) throw new Refusal('not_found')
  return listIds(db, kind, rangeOf(beginning), accountId ?? null)
}

/** An index is sorted, so what begins alike is one piece of it. */
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
