import type { StaffMember } from '#contract/staff-access.ts'
import type { AuditAction } from '#domain/audit-words.ts'
import { formatMoment } from '#domain/calendar/calendar.ts'
import { orNotFound, Refusal } from '#domain/refusal.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { ChangeDeps, Deps } from '../../platform/deps.ts'
import { decryptBytes, encryptBytes } from '../../platform/encryption/encryption.ts'
import type { MessageFacts } from '../../letters/messages/message.ts'
import { putInOutbox } from '../../letters/outbox/outbox.ts'
import type { Limit } from '../../platform/rate-limit/limits.ts'
import { countTry, forgetTries } from '../../platform/rate-limit/rate-limit.ts'
import { endImpersonationsBy } from '../session/session.ts'
import { companySettings } from '../../platform/settings/company-settings.ts'
import { toStaffMember } from './members.ts'
import { lockMember } from './members.store.ts'
import { hashOfRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
import { recordAction, type StaffActor } from '../audit/staff-audit.ts'
import type { StaffCaller } from '../../platform/http/callers.ts'
import { endStaffSessionsOf } from './staff-login.store.ts'
import { enrolmentUrl, matchingStep, newSecret, toBase32 } from './totp.ts'
import {
  beginTwoFactor,
  confirmTwoFactor,
  deleteTwoFactor,
  findTwoFactor,
  hasRecoveryCode,
  lockTwoFactor,
  replaceRecoveryCodes,
  consumeRecoveryCode,
  consumeStep,
} from './two-factor.store.ts'

/** The proof that staff show in addition to the code that was sent to them. */
export type SecondProof = { totp?: string | undefined; recoveryCode?: string | undefined }

/** Binds the secret to its owner, so that it cannot be decrypted in another row. */
export const aadOfTotp = ({ id }: { id: string }) => `staff-totp:${id}`

/** Counted only after another proof, so that nobody else can lock a person out with it. */
const guesses = (staffId: string): Limit[] => [['wrong-code-day', `staff app ${staffId}`]]

export async function readTwoFactor(deps: ChangeDeps, { staffId }: StaffCaller) {
  const enrolment = await findTwoFactor(deps.db, staffId)
  const { requireTwoFactor } = await companySettings(deps)
  return {
    isEnrolled: enrolment?.isConfirmed ?? false,
    isRequired: requireTwoFactor,
    recoveryCodesLeft: enrolment?.codesLeft ?? 0,
  }
}

export async function beginEnrolment(deps: ChangeDeps, { staffId, email }: StaffCaller) {
  const { brand } = await companySettings(deps)
  const secret = newSecret()
  const encrypted = encryptBytes(deps.config.encryptionKeys, secret, aadOfTotp({ id: staffId }))
  if (!(await beginTwoFactor(deps.db, { staffId, secret: encrypted, at: deps.clock() })))
    throw new Refusal('already_exists')
  return { key: toBase32(secret), url: enrolmentUrl(secret, { issuer: brand, account: email }) }
}

export async function confirmEnrolment(deps: ChangeDeps, actor: StaffActor, totp: string) {
  const { staffId } = actor.staff
  return withGuessLimit(deps, staffId, async (tx, at) => {
    const enrolment = await lockTwoFactor(tx, staffId)
    if (!enrolment) throw new Refusal('not_possible')
    if (enrolment.isConfirmed) throw new Refusal('already_exists')
    if (!(await isFromApp(tx, deps, staffId, totp, at))) return undefined
    await confirmTwoFactor(tx, staffId, at)
    const recoveryCodes = await issueRecoveryCodes(tx, deps, staffId, at)
    await recordAndNotify(tx, deps, actor, 'TwoFactorEnrolled', { status: 'Enrolled' })
    return { recoveryCodes }
  })
}

export async function renewRecoveryCodes(deps: ChangeDeps, actor: StaffActor, totp: string) {
  const { staffId } = actor.staff
  return withGuessLimit(deps, staffId, async (tx, at) => {
    if (!(await lockTwoFactor(tx, staffId))?.isConfirmed) throw new Refusal('not_possible')
    if (!(await isFromApp(tx, deps, staffId, totp, at))) return undefined
    const recoveryCodes = await issueRecoveryCodes(tx, deps, staffId, at)
    await recordAndNotify(tx, deps, actor, 'RecoveryCodesRenewed', { status: 'RecoveryCodesRenewed' })
    return { recoveryCodes }
  })
}

export async function removeTwoFactor(deps: ChangeDeps, actor: StaffActor, proof: SecondProof) {
  const { staffId } = actor.staff
  return withGuessLimit(deps, staffId, async (tx, at) => {
    if (!(await lockTwoFactor(tx, staffId))?.isConfirmed) throw new Refusal('not_possible')
    if (!(await isProved(tx, deps, staffId, proof, at))) return undefined
    await deleteTwoFactor(tx, staffId)
    await recordAndNotify(tx, deps, actor, 'TwoFactorRemoved', { status: 'Removed' })
    return {}
  })
}

/**
 * For staff who have lost both app and recovery codes. Another member of staff decides, after verifying who is
 * asking.
 */
export async function resetTwoFactor(
  deps: ChangeDeps,
  actor: StaffActor,
  staffId: string,
): Promise<StaffMember> {
  const at = deps.clock()
  return deps.db.transaction(async (tx) => {
    const member = orNotFound(await lockMember(tx, staffId))
    if (staffId === actor.staff.staffId) throw new Refusal('not_possible')
    if (!(await deleteTwoFactor(tx, staffId))) throw new Refusal('not_possible')
    await endStaffSessionsOf(tx, staffId, at)
    await endImpersonationsBy(tx, member.email, at)
    await recordAction(tx, actor, { subjectId: staffId, action: 'TwoFactorReset', at })
    await notify(tx, deps, member, { status: 'Reset', by: actor.staff.email })
    return toStaffMember({ ...member, hasTwoFactor: false })
  })
}

export type EnrolledPerson = { staffId: string; email: string; name: string }
export type SecondFactor = 'NotNeeded' | 'Missing' | 'Wrong' | 'Proved'

/** Checks the proof in addition to the sent code, which was right. A valid proof is used up in this transaction. */
export async function checkSecondFactor(
  tx: Transaction,
  deps: ChangeDeps,
  person: EnrolledPerson,
  proof: SecondProof,
  requestId: string,
): Promise<SecondFactor> {
  const { staffId } = person
  const at = deps.clock()
  const enrolment = await lockTwoFactor(tx, staffId)
  if (!enrolment?.isConfirmed) return 'NotNeeded'
  if (proof.totp === undefined && proof.recoveryCode === undefined) return 'Missing'
  if (!(await isProved(tx, deps, staffId, proof, at))) return 'Wrong'
  if (proof.totp === undefined) await recordRecovery(tx, deps, person, requestId)
  return 'Proved'
}

/**
 * Accepts app and recovery code together instead of a sent code: for when text messages do not arrive, or the limit
 * of sent codes is used up. The recovery code is checked first, because nobody can guess it. So only its owner can
 * use up the guesses at the app code.
 */
export async function checkWithoutSentCode(
  deps: ChangeDeps,
  staffId: string,
  { recoveryCode }: { recoveryCode: string },
): Promise<boolean> {
  const hash = hashOfRecoveryCode(deps.config, staffId, recoveryCode)
  if (!(await hasRecoveryCode(deps.db, staffId, hash))) return false
  await countTry(deps.db, guesses(staffId), deps.clock(), deps.config.rateLimits)
  return true
}

/** Uses up both proofs, or neither. */
export async function useBothProofs(
  tx: Transaction,
  deps: ChangeDeps,
  person: EnrolledPerson,
  { totp, recoveryCode }: { totp: string; recoveryCode: string },
  requestId: string,
): Promise<boolean> {
  const { staffId } = person
  const at = deps.clock()
  if (!(await lockTwoFactor(tx, staffId))?.isConfirmed) return false
  if (!(await isFromApp(tx, deps, staffId, totp, at))) return false
  if (!(await isProved(tx, deps, staffId, { recoveryCode }, at))) return false
  await recordRecovery(tx, deps, person, requestId)
  return true
}

export async function forgetGuesses({ db }: Pick<Deps, 'db'>, staffId: string): Promise<void> {
  await forgetTries(db, guesses(staffId))
}

/** Counts a guess, and takes it back if it was right. A wrong guess is refused once its transaction has ended. */
async function withGuessLimit<T>(
  deps: ChangeDeps,
  staffId: string,
  work: (tx: Transaction, at: Date) => Promise<T | undefined>,
): Promise<T> {
  const at = deps.clock()
  await countTry(deps.db, guesses(staffId), at, deps.config.rateLimits)
  const result = await deps.db.transaction((tx) => work(tx, at))
  if (result === undefined) throw new Refusal('invalid_code')
  await forgetGuesses(deps, staffId)
  return result
}

async function isProved(
  tx: Transaction,
  deps: ChangeDeps,
  staffId: string,
  { totp, recoveryCode }: SecondProof,
  at: Date,
): Promise<boolean> {
  if (totp !== undefined) return isFromApp(tx, deps, staffId, totp, at)
  const hash = hashOfRecoveryCode(deps.config, staffId, recoveryCode ?? '')
  return consumeRecoveryCode(tx, { staffId, hash, at })
}

/** A valid code is used up, so that somebody who saw it typed cannot use it again. */
async function isFromApp(tx: Transaction, deps: ChangeDeps, staffId: string, totp: string, at: Date) {
  const enrolment = await lockTwoFactor(tx, staffId)
  if (!enrolment) return false
  const secret = decryptBytes(deps.config.encryptionKeys, enrolment, aadOfTotp({ id: staffId }))
  const step = matchingStep(secret, totp, at)
  return step !== undefined && consumeStep(tx, staffId, step)
}

async function issueRecoveryCodes(tx: Transaction, deps: ChangeDeps, staffId: string, at: Date) {
  const codes = newRecoveryCodes()
  const hashes = codes.map((code) => hashOfRecoveryCode(deps.config, staffId, code))
  await replaceRecoveryCodes(tx, { staffId, hashes, at })
  return codes
}

type NoticeFacts = Pick<MessageFacts['StaffTwoFactor'], 'status'> & Partial<MessageFacts['StaffTwoFactor']>

async function recordAndNotify(
  tx: Transaction,
  deps: ChangeDeps,
  actor: StaffActor,
  action: AuditAction,
  facts: NoticeFacts,
): Promise<void> {
  await recordAction(tx, actor, { subjectId: actor.staff.staffId, action, at: deps.clock() })
  await notify(tx, deps, actor.staff, facts)
}

/** The owner is notified, so that a person who finds a list of recovery codes cannot use it unnoticed. */
async function recordRecovery(
  tx: Transaction,
  deps: ChangeDeps,
  person: EnrolledPerson,
  requestId: string,
): Promise<void> {
  const { staffId } = person
  const left = (await findTwoFactor(tx, staffId))?.codesLeft ?? 0
  await recordAuditEvent(tx, {
    subjectId: staffId,
    at: deps.clock(),
    actorKind: 'Staff',
    actorId: staffId,
    impersonatorEmail: null,
    action: 'RecoveryCodeUsed',
    details: { left: String(left) },
    requestId,
  })
  await notify(tx, deps, person, { status: 'RecoveryCodeUsed', codesLeft: left })
}

async function notify(
  tx: Transaction,
  deps: ChangeDeps,
  { email, name }: { email: string; name: string },
  facts: NoticeFacts,
): Promise<void> {
  const at = formatMoment(deps.clock(), 'AU')
  await putInOutbox(tx, deps, {
    kind: 'StaffTwoFactor',
    facts: { name, at, by: null, codesLeft: null, ...facts },
    recipient: email,
    customerId: null,
  })
}
