import { randomBytes } from 'node:crypto'
import type { AuditAction } from '#domain/audit-words.ts'
import { codeLifeMs, codeTries } from '#domain/login.ts'
import { Refusal } from '#domain/refusal.ts'
import type { StaffRole } from '#domain/staff.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import type { ChangeDeps, Deps } from '../../platform/deps.ts'
import type { JobData } from '../../platform/jobs/jobs.ts'
import { putInOutbox } from '../../letters/outbox/outbox.ts'
import {
  countCodeRequest,
  countCodeTry,
  forgetCodeTries,
  placeOf,
  takeBackCodeTry,
  type CodeUser,
} from '../../platform/rate-limit/code-limits.ts'
import { countTry } from '../../platform/rate-limit/rate-limit.ts'
import { isRightCode, newCode } from '../session/one-time-code.ts'
import { companySettings } from '../../platform/settings/company-settings.ts'
import type { StaffCaller } from '../../platform/http/callers.ts'
import {
  closeStaffCodes,
  countWrongStaffTry,
  endStaffSession,
  insertStaffSession,
  lockOpenStaffCode,
  replaceStaffCode,
} from './staff-login.store.ts'
import { findStaffByEmail, type ActiveStaff } from './staff-login.reads.ts'
import {
  checkSecondFactor,
  checkWithoutSentCode,
  forgetGuesses,
  useBothProofs,
  type SecondProof,
} from './two-factor.ts'
import { findTwoFactor } from './two-factor.store.ts'

/** A staff token is not renewed, and an idle session ends much sooner. */
export type StaffToken = {
  token: string
  name: string
  role: StaffRole
  expiresAt: string
  mustEnrol: boolean
}

/** Staff with an authenticator app present two of these, others the code alone. */
export type StaffProofs = SecondProof & { email: string; code?: string | undefined }

/** An id that no member of staff has. Used for unknown e-mails, so that every attempt takes the same steps. */
const unknownId = '00000000-0000-0000-0000-000000000000'

/**
 * Replies the same and takes the same steps whether or not the e-mail belongs to a member of staff: a job creates and
 * sends the code.
 */
export async function requestStaffCode(deps: Deps, email: string, address: string): Promise<void> {
  await countCodeRequest(deps, codeUser(email, address))
  const person = await findStaffByEmail(deps.db, email)
  const job = {
    email: person?.email ?? null,
    askedFrom: placeOf({ address }),
    askedAt: deps.clock().toISOString(),
  }
  await deps.db.transaction((tx) => deps.jobs.enqueue(tx, 'send-staff-code', job))
}

/** Creates and sends the requested code. For each place only the newest works, in whatever order the jobs run. */
export async function sendStaffCode(
  deps: ChangeDeps,
  { email, askedFrom = '', askedAt }: JobData['send-staff-code'],
): Promise<void> {
  const person = email === null ? undefined : await findStaffByEmail(deps.db, email)
  if (!person?.mobile) return
  const { staffId, mobile } = person
  const { id, code, hash } = newCode(deps.config)
  const createdAt = new Date(askedAt)
  const expiresAt = new Date(createdAt.getTime() + codeLifeMs)
  await deps.db.transaction(async (tx) => {
    if (!(await replaceStaffCode(tx, { staffId, askedFrom, id, hash, createdAt, expiresAt }))) return
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
  proofs: StaffProofs,
  { address, requestId }: { address: string; requestId: string },
): Promise<StaffToken> {
  const { email, code, totp, recoveryCode } = proofs
  const user = codeUser(email, address)
  if (code !== undefined) return logInWithCode(deps, { ...proofs, code }, user, requestId)
  if (totp !== undefined && recoveryCode !== undefined)
    return logInWithoutCode(deps, { email, totp, recoveryCode }, user, requestId)
  throw new Refusal('invalid_code')
}

async function logInWithCode(
  deps: Deps,
  proofs: StaffProofs & { code: string },
  user: CodeUser,
  requestId: string,
): Promise<StaffToken> {
  const whyWrong = await countCodeTry(deps, user)
  const person = await findStaffByEmail(deps.db, proofs.email)
  const opened = await tryCode(deps, person, proofs, { place: placeOf(user), requestId })
  if (opened === 'Missing') {
    await takeBackCodeTry(deps, user)
    throw new Refusal('second_factor_needed')
  }
  if (opened === 'Wrong' || !person) throw new Refusal(whyWrong)
  await forgetCodeTries(deps, user)
  await forgetGuesses(deps, person.staffId)
  return opened
}

/**
 * Returns a token, or the reason for refusal. Wrong attempts are committed, so that a refusal does not roll them
 * back. A wrong second factor counts as a wrong attempt at the code; a missing one leaves the code open, so that the
 * same person can add it.
 */
async function tryCode(
  deps: Deps,
  person: ActiveStaff | undefined,
  proofs: StaffProofs & { code: string },
  { place, requestId }: { place: string; requestId: string },
): Promise<StaffToken | 'Wrong' | 'Missing'> {
  const now = deps.clock()
  const staffId = person?.staffId ?? unknownId
  return deps.db.transaction(async (tx) => {
    const open = await lockOpenStaffCode(tx, { staffId, place, now })
    const isRight = open !== undefined && isRightCode(deps.config, open, proofs.code)
    const second = person && isRight ? await checkSecondFactor(tx, deps, person, proofs, requestId) : 'Wrong'
    if (second === 'Missing') return 'Missing'
    if (second === 'Wrong' || !person) {
      // Guesses from elsewhere do not use up the tries of the person who asked for the code.
      const own = open?.askedFrom === place ? open : undefined
      const isLast = own !== undefined && own.wrongTries + 1 >= codeTries
      await countWrongStaffTry(tx, { staffId, id: own?.id ?? unknownId, closesAt: isLast ? now : null })
      return 'Wrong'
    }
    await closeStaffCodes(tx, staffId, now)
    return openStaffSession(tx, deps, person, requestId, now)
  })
}

/** Until the recovery code has proved right, nothing is counted here that others could use up for this person. */
async function logInWithoutCode(
  deps: Deps,
  proofs: { email: string; totp: string; recoveryCode: string },
  { address }: CodeUser,
  requestId: string,
): Promise<StaffToken> {
  const now = deps.clock()
  await countTry(deps.db, [['code-login-address', address]], now, deps.config.rateLimits)
  const person = await findStaffByEmail(deps.db, proofs.email)
  if (!(await checkWithoutSentCode(deps, person?.staffId ?? unknownId, proofs)) || !person)
    throw new Refusal('invalid_code')
  const opened = await deps.db.transaction(async (tx) => {
    // Rolled back by the refusal: a wrong app code does not use up the recovery code.
    if (!(await useBothProofs(tx, deps, person, proofs, requestId))) throw new Refusal('invalid_code')
    return openStaffSession(tx, deps, person, requestId, now)
  })
  await forgetGuesses(deps, person.staffId)
  return opened
}

export async function openStaffSession(
  tx: Transaction,
  deps: Pick<Deps, 'db' | 'config' | 'tokens'>,
  { staffId, email, name, role }: ActiveStaff,
  requestId: string,
  now: Date,
): Promise<StaffToken> {
  const sid = randomBytes(32).toString('base64url')
  const { lifeMs } = deps.config.staffSession
  const expiresAt = new Date(now.getTime() + lifeMs)
  await insertStaffSession(tx, { staffId, id: sid, createdAt: now, expiresAt })
  await recordSession(tx, staffId, 'StaffLoggedIn', requestId, now)
  const token = await deps.tokens.sign('staff', { sub: staffId, sid, email }, now, lifeMs)
  const isEnrolled = (await findTwoFactor(tx, staffId))?.isConfirmed ?? false
  const mustEnrol = !isEnrolled && (await companySettings(deps)).requireTwoFactor
  return { token, name, role, expiresAt: expiresAt.toISOString(), mustEnrol }
}

export async function logOutStaff(deps: Deps, staff: StaffCaller, requestId: string): Promise<void> {
  const now = deps.clock()
  await deps.db.transaction(async (tx) => {
    await endStaffSession(tx, staff.staffId, staff.sessionId, now)
    await recordSession(tx, staff.staffId, 'StaffLoggedOut', requestId, now)
  })
}

/** A log-in or log-out is recorded without a reason. */
async function recordSession(tx: Db, staffId: string, action: AuditAction, requestId: string, at: Date) {
  await recordAuditEvent(tx, {
    subjectId: staffId,
    at,
    actorKind: 'Staff',
    actorId: staffId,
    impersonatorEmail: null,
    action,
    details: {},
    requestId,
  })
}

/** Staff may be customers too: attempts at one log-in do not count at the other. */
const codeUser = (email: string, address: string): CodeUser => ({ person: `staff ${email}`, address })
