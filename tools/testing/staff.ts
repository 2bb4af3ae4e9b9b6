import { randomUUID } from 'node:crypto'
import { comparedFacts } from '#domain/reviews.ts'
import type { StaffRole } from '#domain/staff.ts'
import { sql } from '#server/platform/database/sql.ts'
import { mobileOf } from '../demo/people.ts'
import type { TestServer } from './server.ts'

/**
 * One of our people, with an open session, in the database of one test server. It never counts as idle: tests move the
 * clock by hours between two calls.
 */
export async function addStaff({ deps }: Pick<TestServer, 'deps'>, role: StaffRole) {
  const staffId = randomUUID()
  const email = `${role}.${staffId.slice(0, 8)}@larkwell.example`
  const mobile = mobileOf('AU', email)
  const now = deps.clock()
  const expiresAt = new Date(now.getTime() + 12 * 60 * 60_000)
  const sid = randomUUID()
  await deps.db.transaction(async (tx) => {
    await tx.run(sql`
      insert into staff (id, email, name, role, mobile_e164, status, created_at)
      values (${staffId}, ${email}, ${`Sam ${role}`}, ${role}, ${mobile}, 'Active', ${now})`)
    await tx.run(sql`
      insert into staff_session (staff_id, id, created_at, expires_at, last_used_at)
      values (${staffId}, ${sid}, ${now}, ${expiresAt}, ${expiresAt})`)
  })
  const token = await deps.tokens.sign('staff', { sub: staffId, sid, email }, now, 12 * 60 * 60_000)
  return { staffId, email, mobile, token }
}

/** Of a copy that shows what the family typed. */
export const foundSame = comparedFacts.map((fact) => ({ fact, isSame: true }))

/** What a second person approves, of the reply to the one who asked. */
export async function approveAs(
  { call }: Pick<TestServer, 'call'>,
  { token }: { token: string },
  approval: { id: string } | undefined,
) {
  return call(`POST /api/staff/approvals/${approval?.id}/approve`, { token, body: { reason: 'Checked' } })
}
