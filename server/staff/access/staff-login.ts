import { randomBytes, randomUUID } from 'node:crypto'
import { codeLifeMs, codeTries } from '#domain/login.ts'
import { Refusal } from '#domain/refusal.ts'
import type { StaffRole } from '#domain/staff.ts'
import { insertAuditEvent } from '../../audit/audit.store.ts'
import type { Db } from '../../database/open.ts'
import type { Deps } from '../../deps.ts'
import type { JobData } from '../../jobs/jobs.ts'
import { putInOutbox } from '../../outbox/outbox.ts'
import type { Limit } from '../../rate-limit/limits.ts'
import { countTry, forgetTries } from '../../rate-limit/rate-limit.ts'
import { isCode, newCode } from '../../session/one-time-code.ts'
import type { StaffCaller } from './staff-caller.ts'
import {
  closeStaffCode,
  deleteStaffLogInsBefore,
  endStaffSession,
  findStaffByEmail,
  insertStaffSession,
  lockOpenStaffCode,
  replaceStaffCode,
  type StaffPerson,
} from './staff-login.store.ts'

/** A working day. A token of staff is not renewed. */
export const staffSessionLifeMs = 8 * 60 * 60_000

export type StaffToken = { token: string; name: string; role: StaffRole; expiresAt: string }

/** An id that nobody has. An unknown person is looked up with it, so that every try takes the same steps. */
const nobody = '00000000-0000-0000-0000-000000000000'

/**
 * Answers everyone alike and takes the same steps to the answer, whether or not the e-mail belongs to one of our
 * people: the code is made and sent by a job.
 */
export async function askForStaffCode(deps: Deps, email: string, address: string): Promise<void> {
  const now = deps.clock()
  const tries: Limit[] = [...sendLimits(email), ['send-code-address', address]]
  await countTry(deps.db, tries, now, deps.config.rateLimits)
  const person = await findStaffByEmail(deps.db, email)
  const wish = { email: person?.email ?? null, askedAt: now.toISOString() }
  await deps.db.transaction((tx) => deps.jobs.enqueue(tx, 'send-staff-code', wish))
}

/** Makes and sends the code that was asked for. Only the newest works, whichever wish is carried out first. */
export async function sendStaffCode(
  deps: Pick<Deps, 'db' | 'config' | 'clock' | 'jobs'>,
  { email, askedAt }: JobData['send-staff-code'],
): Promise<void> {
  const person = email === null ? undefined : await findStaffByEmail(deps.db, email)
  if (!person?.mobile) return
  const { staffId, mobile } = person
  const { id, code, hash } = newCode(deps.config)
  const createdAt = new Date(askedAt)
  const expiresAt = new Date(createdAt.getTime() + codeLifeMs)
  await deps.db.transaction(async (tx) => {
    if (!(await replaceStaffCode(tx, { staffId, id, hash, createdAt, expiresAt }))) return
    await putInOutbox(tx, deps, {
      kind: 'StaffCode',
      facts: { code },
      recipient: mobile,
      customerId: null,
      sendBefore: expiresAt,
    })
  })
}

export async function logInStaff(
  deps: Deps,
  { email, code }: { email: string; code: string },
  { address, requestId }: { address: string; requestId: string },
): Promise<StaffToken> {
  const now = deps.clock()
  const tries: Limit[] = [
    ['wrong-code-day', asStaff(email)],
    ['code-login-address', address],
  ]
  await countTry(deps.db, tries, now, deps.config.rateLimits)
  const person = await findStaffByEmail(deps.db, email)
  const opened = await tryCode(deps, person, code, requestId, now)
  if (!opened) throw new Refusal('invalid_code')
  await forgetTries(deps.db, [...sendLimits(email), ['wrong-code-day', asStaff(email)]])
  return opened
}

/** A token, or nothing for a wrong code. Wrong tries are committed, so that no refusal rolls them back. */
async function tryCode(
  deps: Deps,
  person: StaffPerson | undefined,
  code: string,
  requestId: string,
  now: Date,
): Promise<StaffToken | undefined> {
  return deps.db.transaction(async (tx) => {
    const open = await lockOpenStaffCode(tx, person?.staffId ?? nobody, now)
    if (!person || !open) return undefined
    const { staffId, email, name, role } = person
    const isWrong = !isCode(deps.config, open, code)
    const isLastTry = open.wrongTries + 1 >= codeTries
    await closeStaffCode(tx, {
      staffId,
      id: open.id,
      isWrong,
      closesAt: isWrong && !isLastTry ? null : now,
    })
    if (isWrong) return undefined
    const sid = randomBytes(32).toString('base64url')
    const expiresAt = new Date(now.getTime() + staffSessionLifeMs)
    await insertStaffSession(tx, { staffId, id: sid, createdAt: now, expiresAt })
    await recordSession(tx, staffId, 'StaffLoggedIn', requestId, now)
    const token = await deps.tokens.sign('staff', { sub: staffId, sid, email }, now, staffSessionLifeMs)
    return { token, name, role, expiresAt: expiresAt.toISOString() }
  })
}

export async function logOutStaff(deps: Deps, staff: StaffCaller, requestId: string): Promise<void> {
  const now = deps.clock()
  await deps.db.transaction(async (tx) => {
    await endStaffSession(tx, staff.staffId, staff.sessionId, now)
    await recordSession(tx, staff.staffId, 'StaffLoggedOut', requestId, now)
  })
}

/** Ended sessions are kept for a month, for questions about who was in when. */
export async function purgeStaffLogIns(db: Db, now: Date): Promise<number> {
  return deleteStaffLogInsBefore(db, new Date(now.getTime() - 30 * 24 * 60 * 60_000))
}

/** Logging in needs no reason: it is its own. */
async function recordSession(tx: Db, staffId: string, action: string, requestId: string, at: Date) {
  await insertAuditEvent(tx, {
    subjectId: staffId,
    id: randomUUID(),
    at,
    actorKind: 'Staff',
    actorId: staffId,
    impersonatorEmail: null,
    action,
    details: {},
    requestId,
  })
}

/** Somebody may be a customer too: their tries at the one door do not count at the other. */
const asStaff = (email: string) => `staff ${email}`

const sendLimits = (email: string): Limit[] => [
  ['send-code-gap', asStaff(email)],
  ['send-code-hour', asStaff(email)],
  ['send-code-day', asStaff(email)],
]
