import { randomUUID } from 'node:crypto'
import type { StaffMember } from '#contract/staff-access.ts'
import { orNotFound, Refusal } from '#domain/refusal.ts'
import type { StaffRole } from '#domain/staff.ts'
import { recordAudit } from '../audit/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/open.ts'
import type { BasicDeps, Deps } from '../../platform/deps.ts'
import { endImpersonationsBy } from '../session/session.ts'
import {
  insertFirstAdmin,
  insertMember,
  listMembers,
  lockAdmins,
  lockMember,
  updateMember,
  type MemberRow,
} from './members.store.ts'
import { changedFields, recordAction, type StaffActor } from '../audit/staff-audit.ts'
import { endStaffSessionsOf } from './staff-login.store.ts'

export async function readMembers({ db }: Pick<Deps, 'db'>): Promise<StaffMember[]> {
  return (await listMembers(db)).map(toStaffMember)
}

export async function addStaffMember(
  { db, clock }: BasicDeps,
  actor: StaffActor,
  person: { email: string; name: string; role: StaffRole; mobile: string },
): Promise<StaffMember> {
  const { email, name, role, mobile } = person
  const now = clock()
  const id = randomUUID()
  return db.transaction(async (tx) => {
    if (!(await insertMember(tx, { id, email, name, role, mobile, createdAt: now })))
      throw new Refusal('already_exists')
    await recordAction(tx, actor, {
      subjectId: id,
      action: 'StaffTakenOn',
      at: now,
      details: { email, role },
    })
    return toStaffMember({
      id,
      email,
      name,
      role,
      mobile,
      status: 'Active',
      hasTwoFactor: false,
      lastLogInAt: null,
    })
  })
}

type MemberChange = { role?: StaffRole; name?: string; mobile?: string; status?: 'Active' | 'Disabled' }

export async function changeMember(
  { db, clock }: BasicDeps,
  actor: StaffActor,
  staffId: string,
  change: MemberChange,
): Promise<StaffMember> {
  const now = clock()
  return db.transaction(async (tx) => {
    const admins = await lockAdmins(tx)
    const before = orNotFound(await lockMember(tx, staffId))
    const after = {
      ...before,
      role: change.role ?? before.role,
      name: change.name ?? before.name,
      mobile: change.mobile ?? before.mobile,
      status: change.status ?? before.status,
    }
    const staysAdmin = after.role === 'admin' && after.status === 'Active'
    if (!staysAdmin && admins.length === 1 && admins[0] === staffId) throw new Refusal('last_admin')
    await updateMember(tx, after)
    if (after.status === 'Disabled' || after.mobile !== before.mobile) {
      await endStaffSessionsOf(tx, staffId, now)
      await endImpersonationsBy(tx, before.email, now)
    }
    const details = changedFields(before, after, ['role', 'name', 'mobile', 'status'])
    await recordAction(tx, actor, { subjectId: staffId, action: 'StaffChanged', at: now, details })
    return toStaffMember(after)
  })
}

/** Adds the first administrator, because nobody can invite them yet. False if there already is one. */
export async function appointFirstAdmin(
  { db, clock }: { db: Database; clock: Clock },
  person: { email: string; name: string; mobile: string },
): Promise<boolean> {
  const id = randomUUID()
  const at = clock()
  return db.transaction(async (tx) => {
    const isFirst = await insertFirstAdmin(tx, { id, ...person, createdAt: at })
    if (isFirst) await recordAudit(tx, { subjectId: id, action: 'FirstAdminAppointed', at })
    return isFirst
  })
}

export function toStaffMember({ mobile, lastLogInAt, ...member }: MemberRow): StaffMember {
  return {
    ...member,
    mobileLast3Digits: mobile?.slice(-3) ?? null,
    lastLogInAt: lastLogInAt?.toISOString() ?? null,
  }
}
