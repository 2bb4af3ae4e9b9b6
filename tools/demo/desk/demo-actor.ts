import type { Deps } from '#server/platform/deps.ts'
import type { StaffActor } from '#server/people/audit/staff-audit.ts'
import { staffId } from '../staff.ts'

const names = { admin: 'Mirjana Petrovic', operations: 'Callum Reid' } as const
const logIns = { admin: 'staff.admin', operations: 'staff.ops' } as const

/** Two roles: nobody may approve what they have asked for themselves. */
export const demoActor = (
  { clock }: Pick<Deps, 'clock'>,
  role: keyof typeof names,
  reason: string,
): StaffActor => ({
  staff: {
    staffId: staffId(logIns[role]),
    sessionId: 'demo',
    sessionEndsAt: clock(),
    email: `${logIns[role]}@demo.example`,
    name: names[role],
    role,
  },
  reason,
  requestId: 'demo',
})

export const adminActor = (deps: Pick<Deps, 'clock'>, reason: string) => demoActor(deps, 'admin', reason)
