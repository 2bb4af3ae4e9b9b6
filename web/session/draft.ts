import { useEffect, useState, type Dispatch, type SetStateAction } from 'react'
import { draftPrefix, stored } from './storage.ts'
import { readToken } from './token.ts'

/** Older drafts are about fees and dates that have changed since. */
const keptMs = 7 * 24 * 60 * 60_000

type Owner = { sub: string; sid: string }
type KeptDraft = { sid: string; keptAt: number; draft: unknown }

/**
 * State that outlives the session: what was typed before it ended is there again after the next log-in of the same
 * customer, in the same account, and nowhere else. Leaving the page or logging out drops it, as does a reload, about which
 * the browser asks. Staff who act as a customer keep nothing.
 *
 * `draft` must be plain JSON. Change `name` when its shape changes.
 */
export function useDraft<Draft extends object>(
  accountId: string,
  name: string,
  fresh: Draft,
): [draft: Draft, setDraft: Dispatch<SetStateAction<Draft>>, isKept: boolean] {
  const [owner] = useState(ownerNow)
  const key = owner && `${draftPrefix}${owner.sub}.${accountId}.${name}`
  const [kept] = useState(() => (owner && key ? (takeDraft(key, owner) as Draft | undefined) : undefined))
  const [draft, setDraft] = useState<Draft>(kept ?? fresh)
  // Until it is saved or given up: what is typed after that is of this session.
  const [isKept, setKept] = useState(kept !== undefined)
  if (isKept && isSame(draft, fresh)) setKept(false)

  useEffect(() => {
    if (!owner || !key) return
    write(key, isSame(draft, fresh) ? null : { sid: owner.sid, keptAt: Date.now(), draft })
  }, [owner, key, draft, fresh])

  useEffect(
    () => () => {
      // While the session goes on, it was the customer who left.
      if (owner && key && ownerNow()?.sub === owner.sub) write(key, null)
    },
    [owner, key],
  )
  return [draft, setDraft, isKept]
}

const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other)

function ownerNow(): Owner | null {
  const { sub, sid, impersonatorEmail } = readToken(stored('token')) ?? {}
  return sub === undefined || impersonatorEmail !== undefined ? null : { sub, sid: sid ?? '' }
}

/** The draft of an earlier session. Taken out, so that one that breaks the page breaks it only once. */
function takeDraft(key: string, { sid }: Owner): unknown {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as KeptDraft | null
    write(key, null)
    return kept && kept.sid !== sid && Date.now() - kept.keptAt < keptMs ? kept.draft : undefined
  } catch {
    return undefined
  }
}

function write(key: string, kept: KeptDraft | null): void {
  try {
    if (kept === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(kept))
  } catch {
    // A browser that stores nothing has the draft for as long as the page is open.
  }
}
