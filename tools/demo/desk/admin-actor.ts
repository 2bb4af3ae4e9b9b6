import type { Deps } from '#server/deps.ts'
import { staffId } from '../staff.ts'

/** Whoever asks for a second person is somebody else than who decides. */
export const adminActor = ({ clock }: Pick<Deps, 'clock'>, reason: string) => ({
  staff: {
    staffId: staffId('staff.admin'),
    sessionId: 'demo',
    sessionEndsAt: clock(),
    email: 'staff.admin@demo.example',
    name: 'Mirjana Petrovic',
    role: 'admin' as const,
  },
  reason,
  requestId: 'demo',
})
