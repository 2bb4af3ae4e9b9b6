import type { Db } from '#server/platform/database/open.ts'
import { idOf } from './ids.ts'
import { insertRows, noRows } from './rows.ts'

const people = [
  { login: 'staff.support', name: 'Priya Raman', role: 'support', mobile: '+61491577031' },
  { login: 'staff.ops', name: 'Callum Reid', role: 'operations', mobile: '+61491577042' },
  { login: 'staff.admin', name: 'Mirjana Petrovic', role: 'admin', mobile: '+61491577053' },
] as const

export function staffId(login: (typeof people)[number]['login']): string {
  return idOf('staff', login)
}

/** Who can log in at the desk, one of each role. */
export const demoStaff = people.map(({ login, name, role }) => ({
  staffId: staffId(login),
  email: `${login}@demo.example`,
  name,
  role,
}))

export async function insertStaff(db: Db, now: Date): Promise<void> {
  const rows = noRows()
  rows.staff.push(
    ...people.map(({ login, name, role, mobile }) => ({
      id: staffId(login),
      email: `${login}@demo.example`,
      name,
      role,
      mobile_e164: mobile,
      status: 'Active',
      created_at: now.toISOString(),
    })),
  )
  await insertRows(db, rows)
}
