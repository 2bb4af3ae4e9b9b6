import type { Deps } from '#server/platform/deps.ts'
import type { StaffActor } from '#server/people/audit/staff-audit.ts'
import { demoStaff } from '../staff.ts'

/** Two roles: nobody may approve what they have asked for themselves. */
export function demoActor(
  { clock }: Pick<Deps, 'clock'>,
  role: 'admin' | 'operations',
  reason: string,
): StaffActor {
  const person = demoStaff.find((each) => each.role === role)
  if (!person) throw new Error(`Nobody of the demo is ${role}`)
  return { staff: { ...person, sessionId: 'demo', sessionEndsAt: clock() }, reason, requestId: 'demo' }
}

export const adminActor = (deps: Pick<Deps, 'clock'>, reason: string) => demoActor(deps, 'admin', reason)
