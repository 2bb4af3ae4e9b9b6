import type { StaffRole } from '#domain/staff.ts'

export const roleNames: Record<StaffRole, string> = {
  support: 'Support',
  operations: 'Operations',
  admin: 'Admin',
}
