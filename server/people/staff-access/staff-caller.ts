import type { StaffRole } from '#domain/staff.ts'

/** Who of our people is calling, checked against the database in this very request. */
export type StaffCaller = {
  staffId: string
  sessionId: string
  sessionEndsAt: Date
  email: string
  name: string
  role: StaffRole
}
