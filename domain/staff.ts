/** Staff roles. Each may do what the previous ones may. */
export const staffRoles = ['support', 'operations', 'admin'] as const
export type StaffRole = (typeof staffRoles)[number]

export function mayActAs(role: StaffRole, needed: StaffRole): boolean {
  return staffRoles.indexOf(role) >= staffRoles.indexOf(needed)
}

/** The kinds of audit events: changes by staff, views, and actions while impersonating a family. */
export const auditKinds = ['Changes', 'Views', 'AsFamily'] as const
export type AuditKind = (typeof auditKinds)[number]
