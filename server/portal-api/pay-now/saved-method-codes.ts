import { createHash, randomBytes } from 'node:crypto'
import type { CodeContact } from '#contract/guest-payments.ts'
import { codeLifeMs, codeTries } from '#domain/login.ts'
import { codeProofMs, leftToPay } from '#domain/pay-now.ts'
import { Refusal, type RefusalCode } from '#domain/refusal.ts'
import { recordAudit } from '../../people/audit/audit.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Call, Signals } from '../../platform/http/http.ts'
import { putInOutbox } from '../../letters/outbox/outbox.ts'
import {
  countCodeRequest,
  countCodeTry,
  forgetCodeTries,
  type CodeUser,
} from '../../platform/rate-limit/code-limits.ts'
import { countTry } from '../../platform/rate-limit/rate-limit.ts'
import { isRightCode, newCode } from '../../people/session/one-time-code.ts'
import type { Caller } from '../../platform/http/callers.ts'
import { factsOf, requireRequest, refuseUnpayable, schoolOf, type Visitor } from './guest-request.ts'
import { maskedEmail, mobileEnding } from '#domain/masking.ts'
import type { PayRequestRow } from './pay-now.store.ts'
import {
  closeCode,
  countWrongCode,
  findCode,
  insertCode,
  isProvenSince,
  lockCode,
  setProven,
  type Browser,
} from './saved-method-codes.store.ts'

/** The holder of a link, with the browser's cookies and perhaps a session. */
export type LinkHolder = Visitor & Pick<Call, 'cookie' | 'requestId'> & { caller: Caller | undefined }

export type SavedMethodAccess = { isUnlocked: boolean; contacts: CodeContact[] }

/** Whether this browser may charge saved methods for a request, and where a code can be sent if not. */
export async function readSavedMethodAccess(
  deps: Deps,
  { query, ...holder }: LinkHolder & { query: { request: string } },
): Promise<SavedMethodAccess> {
  const { db, clock, config } = deps
  await countTry(db, [['guest-details-address', holder.address]], clock(), config.rateLimits)
  const request = await requireRequest(deps, query.request, holder)
  await refuseUnpayable(deps, request)
  return {
    isUnlocked: await isUnlocked(deps, request, holder),
    contacts: contactsOf(request).map(({ id, channel, masked }) => ({ id, channel, masked })),
  }
}

/** Sends a code to one of the owners, which only the browser that asked for it can use. */
export async function sendSavedMethodCode(
  deps: Deps,
  {
    body,
    setCookie,
    ...holder
  }: LinkHolder & Pick<Signals, 'setCookie'> & { body: { repaymentRequestId: string; contact: string } },
): Promise<{ sentTo: CodeContact }> {
  const { db, clock, config } = deps
  const now = clock()
  const request = await requireRequest(deps, body.repaymentRequestId, holder)
  await refuseUnpayable(deps, request)
  const contact = contactsOf(request).find(({ id }) => id === body.contact)
  if (!contact) throw new Refusal('saved_methods_locked')
  const { customerId, channel, masked, recipient, firstName } = contact
  await countCodeRequest(deps, { ...codeUser(customerId, holder), channel })
  const { accountId, id: requestId, region } = request
  const { name: schoolName } = schoolOf(await factsOf(deps, request), request)
  const { id, code, hash } = newCode(config)
  const secret = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + codeLifeMs)
  const before = browserOf(request, holder)
  await db.transaction(async (tx) => {
    if (before) await closeCode(tx, before, now)
    const browserHash = hashOf(secret)
    await insertCode(tx, {
      accountId,
      requestId,
      browserHash,
      id,
      customerId,
      hash,
      createdAt: now,
      expiresAt,
    })
    const about = { code, region, schoolName, amount: leftToPay(request) }
    await putInOutbox(tx, deps, {
      ...(channel === 'mobile'
        ? { kind: 'SavedMethodCode', facts: about }
        : { kind: 'SavedMethodCodeMail', facts: { ...about, firstName } }),
      recipient,
      customerId,
      accountId,
      sendBefore: expiresAt,
    })
    await record(tx, request, holder, 'SavedMethodCodeSent', customerId, now)
  })
  setCookie({
    name: cookieName(requestId),
    value: secret,
    path: '/api/portal/guest',
    maxAgeMs: codeLifeMs + codeProofMs,
  })
  return { sentTo: { id: contact.id, channel, masked } }
}

/** The right code unlocks saved methods, for this request, in this browser, for a while. */
export async function unlockSavedMethods(
  deps: Deps,
  { body, ...holder }: LinkHolder & { body: { repaymentRequestId: string; code: string } },
): Promise<void> {
  const { db } = deps
  const request = await requireRequest(deps, body.repaymentRequestId, holder)
  await refuseUnpayable(deps, request)
  const browser = browserOf(request, holder)
  const code = browser && (await findCode(db, browser))
  // Only the browser that asked for a code can guess it; to others there is none.
  if (!code) throw new Refusal('code_expired')
  const user = codeUser(code.customerId, holder)
  await countCodeTry(deps, user)
  // The refusal is thrown after the commit, so that a wrong try stays counted.
  const refusal = await db.transaction((tx) =>
    tryCode(tx, deps, { request, browser, holder, code: body.code }),
  )
  if (refusal) throw new Refusal(refusal)
  await forgetCodeTries(deps, user)
}

/** Codes for saved methods have their own limit, apart from those of a log-in. */
const codeUser = (customerId: string, { address }: LinkHolder): CodeUser => ({
  person: `saved methods ${customerId}`,
  address,
})

type Try = { request: PayRequestRow; browser: Browser; holder: LinkHolder; code: string }

async function tryCode(
  tx: Transaction,
  { clock, config }: Deps,
  { request, browser, holder, code }: Try,
): Promise<RefusalCode | undefined> {
  const now = clock()
  const { accountId } = request
  const stored = await lockCode(tx, browser)
  if (!stored) return 'code_expired'
  // The same code comes again if the first reply was lost or the button was pressed twice.
  if (stored.provenAt && isRightCode(config, stored, code) && stored.provenAt > proofStart(now))
    return undefined
  if (stored.wrongTries >= codeTries) return 'code_used_up'
  if (stored.closedAt || stored.expiresAt <= now) return 'code_expired'
  if (isRightCode(config, stored, code)) {
    await setProven(tx, { accountId, id: stored.id, now })
    await record(tx, request, holder, 'SavedMethodsUnlocked', stored.customerId, now)
    return undefined
  }
  const isLast = stored.wrongTries + 1 >= codeTries
  await countWrongCode(tx, { accountId, id: stored.id, closesAt: isLast ? now : null })
  await record(tx, request, holder, 'SavedMethodCodeWrong', stored.customerId, now)
  return isLast ? 'code_used_up' : 'invalid_code'
}

/**
 * A link may be forwarded or read by others, so its holder must prove to be an owner before a saved method is charged.
 */
export async function refuseLocked(deps: Deps, request: PayRequestRow, holder: LinkHolder): Promise<void> {
  if (contactsOf(request).length === 0) throw new Refusal('saved_methods_locked')
  if (!(await isUnlocked(deps, request, holder))) throw new Refusal('code_needed')
}

async function isUnlocked(deps: Deps, request: PayRequestRow, holder: LinkHolder): Promise<boolean> {
  const { caller } = holder
  if (caller?.impersonatorEmail) return false
  if (caller?.accountIds.includes(request.accountId)) return true
  const browser = browserOf(request, holder)
  return browser !== undefined && isProvenSince(deps.db, browser, proofStart(deps.clock()))
}

const proofStart = (now: Date) => new Date(now.getTime() - codeProofMs)

type Contact = CodeContact & { customerId: string; firstName: string; recipient: string }

/** Each owner's mobile and e-mail, except blocked owners. */
function contactsOf({ members }: PayRequestRow): Contact[] {
  return members
    .filter(({ isActive }) => isActive)
    .flatMap(({ customerId, firstName, email, mobile }) => [
      ...(mobile === null
        ? []
        : [
            {
              channel: 'mobile' as const,
              masked: mobileEnding(mobile),
              recipient: mobile,
              customerId,
              firstName,
            },
          ]),
      { channel: 'email' as const, masked: maskedEmail(email), recipient: email, customerId, firstName },
    ])
    .map((contact, index) => ({ ...contact, id: String(index + 1) }))
}

/** Each request has its own cookie: a proof for one does not count for another. */
const cookieName = (requestId: string) => `saved-methods-${requestId}`

/** A secret this long needs no salt and no slow hash. */
const hashOf = (secret: string) => createHash('sha256').update(secret).digest()

function browserOf({ accountId, id }: PayRequestRow, { cookie }: Pick<Call, 'cookie'>): Browser | undefined {
  const secret = cookie(cookieName(id))
  return secret === undefined ? undefined : { accountId, requestId: id, browserHash: hashOf(secret) }
}

async function record(
  tx: Transaction,
  { accountId, id }: PayRequestRow,
  { requestId }: LinkHolder,
  action: 'SavedMethodCodeSent' | 'SavedMethodCodeWrong' | 'SavedMethodsUnlocked',
  customerId: string,
  at: Date,
): Promise<void> {
  const details = { paymentRequestId: id, customerId }
  await recordAudit(tx, { subjectId: accountId, isByGuest: true, action, at, details, requestId })
}
