import { useSyncExternalStore } from 'react'
import type { StaffPerson } from '#contract/staff-access.ts'
import { mayActAs, type StaffRole } from '#domain/staff.ts'

/** Undefined until the server was asked; `person` stays while somebody has to log in again. */
export type DeskSession = {
  person: StaffPerson | null
  isOver: boolean
  why?: 'idle' | 'ended'
  sessionHours?: number
}

let session: DeskSession | undefined
const listeners = new Set<() => void>()
let waiting: (() => void)[] = []

function set(next: DeskSession): void {
  session = next
  for (const listener of listeners) listener()
}

export function useSession(): DeskSession | undefined {
  return useSyncExternalStore(follow, () => session)
}

function follow(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The person at the desk. Pages are drawn only while there is one. */
export function usePerson(): StaffPerson {
  const person = useSession()?.person
  if (!person) throw new Error('Nobody is logged in')
  return person
}

/** Whether the person at the desk may do what needs this role. */
export function useMay(needed: StaffRole): boolean {
  return mayActAs(usePerson().role, needed)
}

/** Somebody has logged in. Another person than before gets a page without anything of the first. */
export function enter(person: StaffPerson): void {
  if (session?.person && session.person.id !== person.id) {
    location.assign('/desk')
    return
  }
  set({ person, isOver: false })
  const resumed = waiting
  waiting = []
  for (const resume of resumed) resume()
}

/** Nobody is logged in. Who was, has to log in again over the page. */
export function knowNobody(sessionHours: number): void {
  if (session?.person) endSession('ended')
  else set({ person: null, isOver: true, sessionHours })
}

/** The page stays as it is below the log-in, with everything typed. */
export function endSession(why: 'idle' | 'ended'): void {
  if (session?.person && !session.isOver) set({ person: session.person, isOver: true, why })
}

export function untilLoggedInAgain(): Promise<void> {
  endSession('ended')
  return new Promise((resume) => waiting.push(resume))
}
