import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { usePerson } from '../foundation/session.ts'

type OpenedKind = 'families' | 'payments' | 'schools'
export type Opened = { kind: OpenedKind; id: string; at: number }

const mostKept = 6
const path = /^\/(families|payments|schools)\/([\da-f]{8}-[\da-f-]{27})/

/** Ids alone: no name of a family lies on the disk of this machine. */
const placeOf = (staffId: string) => `larkwell-desk-opened ${staffId}`

export function readOpened(staffId: string): Opened[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(placeOf(staffId)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isOpened) : []
  } catch {
    return []
  }
}

function isOpened(each: unknown): each is Opened {
  const { kind, id, at } = (each ?? {}) as Partial<Opened>
  return (
    typeof kind === 'string' &&
    typeof id === 'string' &&
    typeof at === 'number' &&
    path.test(`/${kind}/${id}`)
  )
}

/** Keeps what was opened, the newest first, each once. */
function noteOpened(staffId: string, address: string, at: number): void {
  const [, kind, id] = path.exec(address) ?? []
  if (kind === undefined || id === undefined) return
  const others = readOpened(staffId).filter((each) => each.id !== id)
  const kept: Opened[] = [{ kind: kind as OpenedKind, id, at }, ...others].slice(0, mostKept)
  try {
    localStorage.setItem(placeOf(staffId), JSON.stringify(kept))
  } catch {
    // A browser that keeps nothing shows nothing lately opened.
  }
}

/** Once for the whole desk, whichever screen is shown. */
export function useNoteOpened(): void {
  const [address] = useLocation()
  const { id } = usePerson()
  useEffect(() => noteOpened(id, address, Date.now()), [id, address])
}
