import type { StaffRole } from '#domain/staff.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { roleNames } from '../../foundation/role-names.ts'

/** Why there is nothing to do on a page. */
export function RoleNote({ what, needed }: { what: string; needed: StaffRole }) {
  return (
    <Alert variant="info" title={`${what} needs the role ${roleNames[needed]}`}>
      Ask someone with this role, or ask an administrator to change yours.
    </Alert>
  )
}
