import type { StaffPerson } from '#contract/staff-access.ts'
import { mayActAs, type StaffRole } from '#domain/staff.ts'
import { newStore } from './store.ts'

/** Undefined until the server was asked; `person` stays while somebody has to log in again. */
export type DeskSession = {
  person: StaffPerson | null
  isOver: boolean
  why?: 'idle' | 'ended'
  sessionHours?: number
}

const session = newStore<DeskSession | undefined>(undefined)
let waiting: (() => void)[] = []

export const useSession = session.use

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
  const known = session.get()?.person
  if (known && known.id !== person.id) {
    location.assign('/desk')
    return
  }
  session.set({ person, isOver: false })
  const resumed = waiting
  waiting = []
  for (const resume of resumed) resume()
}

/** Nobody is logged in. Who was, has to log in again over the page. */
export function forgetPerson(sessionHours: number): void {
  if (session.get()?.person) endSession('ended')
  else session.set({ person: null, isOver: true, sessionHours })
}

/** The page stays as it is below the log-in, with everything typed. */
export function endSession(why: 'idle' | 'ended'): void {
  const known = session.get()
  if (known?.person && !known.isOver) session.set({ person: known.person, isOver: true, why })
}

export function untilLoggedInAgain(): Promise<void> {
  endSession('ended')
  return new Promise((resume) => waiting.push(resume))
}
