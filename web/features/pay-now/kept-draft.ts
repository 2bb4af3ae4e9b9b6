import { useState } from 'react'
import { paymentDrafts } from '../../session/storage.ts'

/** A guest's by the request, a customer's own by customer and account: nobody finds another's. */
type DraftName = { request: string } | { customer: string; account: string }

/**
 * What was filled in, kept for this tab under `name`, so that Back, a reload and the way home from a wallet find it
 * again. `clear` ends it: what is paid must not wait to be paid once more.
 */
export function useKeptDraft<Draft extends object>(
  name: DraftName,
  fresh: Draft,
  /** What the way here has filled in already: it replaces what was kept. */
  given: Partial<Draft> = {},
): [draft: Draft, keep: (draft: Draft) => void, clear: () => void] {
  const [draft, setDraft] = useState(() => ({ ...readDraft(name, fresh), ...given }))
  return [
    draft,
    (next) => {
      setDraft(next)
      write(name, JSON.stringify(next))
    },
    () => {
      setDraft(fresh)
      write(name, null)
    },
  ]
}

/** Fields of another type were written by another version of the page, and start fresh. */
export function readDraft<Draft extends object>(name: DraftName, fresh: Draft): Draft {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(name)) ?? '{}') as Partial<Draft>
    const known = Object.entries(kept).filter(
      ([field, value]) => field in fresh && isAlike(value, fresh[field as keyof Draft]),
    )
    return { ...fresh, ...Object.fromEntries(known) }
  } catch {
    return fresh
  }
}

/** A choice not yet made is null and becomes a word. */
function isAlike(kept: unknown, fresh: unknown): boolean {
  return fresh === null ? typeof kept === 'string' : typeof kept === typeof fresh
}

function write(name: DraftName, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(keyOf(name))
    else sessionStorage.setItem(keyOf(name), text)
  } catch {
    // A browser that keeps nothing still has the draft for as long as the page is open.
  }
}

function keyOf(name: DraftName): string {
  return 'request' in name
    ? paymentDrafts.guest + name.request
    : `${paymentDrafts.own}${name.customer}.${name.account}`
}
