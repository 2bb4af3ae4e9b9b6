import { useState } from 'react'

/**
 * What was filled in, kept for this tab under `name` (a request or an account), so that Back, a reload and the way
 * home from a wallet find it again. `clear` ends it: what is paid must not wait to be paid once more.
 */
export function useKeptDraft<Draft extends object>(
  name: string,
  fresh: Draft,
): [draft: Draft, keep: (draft: Draft) => void, clear: () => void] {
  const [draft, setDraft] = useState(() => readDraft(name, fresh))
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
export function readDraft<Draft extends object>(name: string, fresh: Draft): Draft {
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

function write(name: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(keyOf(name))
    else sessionStorage.setItem(keyOf(name), text)
  } catch {
    // A browser that keeps nothing still has the draft for as long as the page is open.
  }
}

function keyOf(name: string): string {
  return `larkwell.payment.${name}`
}
