import { randomBytes } from 'node:crypto'
import { codeLifeMs, codeTries, hasEnoughLinks, linkLifeMs } from '#domain/login.ts'
import { safeRedirect } from '#domain/redirect.ts'
import { Refusal, type RefusalCode, type SentCode } from '#domain/refusal.ts'
import type { Region } from '#domain/region.ts'
import { recordAudit } from '../audit/audit.ts'
import type { ChangeDeps, Deps } from '../../platform/deps.ts'
import type { JobData } from '../../platform/jobs/jobs.ts'
import { putInOutbox } from '../../letters/outbox/outbox.ts'
import type { Limit } from '../../platform/rate-limit/limits.ts'
import {
  countCodeRequest,
  countCodeTry,
  forgetCodeTries,
  placeOf,
  type CodeUser,
} from '../../platform/rate-limit/code-limits.ts'
import { countTry } from '../../platform/rate-limit/rate-limit.ts'
import { isRightCode, newCode } from '../session/one-time-code.ts'
import type { Caller } from '../../platform/http/callers.ts'
import { endCallersSession, startCustomerSession } from '../session/session.ts'
import { isImpersonation } from '../../platform/tokens/token.ts'
import { redeemImpersonation } from '../impersonation/impersonation.ts'
import {
  closeCodesAndLinks,
  countWrongTry,
  findCustomerByEmail,
  findOpenCode,
  listLinkTimes,
  lockCustomer,
  replaceCode,
  replaceLink,
  consumeLink,
  type LoginCustomer,
} from './login.store.ts'
import { madeUpMobile } from './made-up-mobile.ts'

/** The person who logs in, and from where. A device is known if they have logged in with it before. */
export type LogInVisitor = { email: string; address: string; device?: string | undefined }
export type LoggedIn = { token: string; email: string; region: Region; isImpersonation?: true }

/** An id that no customer has. Used for unknown e-mails, so that an attempt takes the same steps for everyone. */
const unknownId = '00000000-0000-0000-0000-000000000000'

/**
 * Replies the same and takes the same steps whether or not the e-mail is known: an unknown e-mail always gets the
 * same made-up digits. A job creates and sends the code, so that the response time reveals nothing either. If it is
 * too soon for another code, the refusal says where the last one went, so that the customer can enter it.
 */
export async function sendCode(deps: Deps, visitor: LogInVisitor): Promise<SentCode> {
  const tooSoon = await countCodeRequest(deps, codeUser(visitor)).then(() => undefined, refusalOfSecondCode)
  const customer = await findCustomerByEmail(deps.db, visitor.email)
  const madeUpNumber = await madeUpMobile(deps, visitor.email)
  const mobile = customer ? customer.mobile : madeUpNumber
  const sentCode = {
    mobileLast3Digits: mobile && mobile.slice(-3),
    countryCode: mobile && dialPrefix(mobile),
  }
  if (tooSoon) throw new Refusal(tooSoon.code, { ...tooSoon, sentCode })
  const job = {
    email: customer?.email ?? null,
    askedFrom: placeOf(visitor),
    askedAt: deps.clock().toISOString(),
  }
  await deps.db.transaction((tx) => deps.jobs.enqueue(tx, 'send-log-in-code', job))
  return sentCode
}

/** Returns the refusal of a second code that was requested too soon. Any other failure is thrown again. */
function refusalOfSecondCode(error: unknown): { code: RefusalCode; retryAfterSeconds: number } {
  if (!(error instanceof Refusal) || error.code !== 'code_just_sent') throw error
  return { code: error.code, retryAfterSeconds: error.retryAfterSeconds ?? 1 }
}

/** Creates and sends the requested code. It replaces earlier codes that were requested from the same place. */
export async function sendLogInCode(
  deps: ChangeDeps,
  { email, askedFrom, askedAt }: JobData['send-log-in-code'],
): Promise<void> {
  const customer = email === null ? undefined : await findCustomerByEmail(deps.db, email)
  if (!customer?.mobile) return
  const { mobile, customerId } = customer
  const { id, code, hash } = newCode(deps.config)
  const createdAt = new Date(askedAt)
  const expiresAt = new Date(createdAt.getTime() + codeLifeMs)
  await deps.db.transaction(async (tx) => {
    await lockCustomer(tx, customerId)
    if (!(await replaceCode(tx, { customerId, askedFrom, id, hash, createdAt, expiresAt }))) return
    await putInOutbox(tx, deps, {
      kind: 'LogInCode',
      facts: { code },
      recipient: mobile,
      customerId,
      sendBefore: expiresAt,
    })
  })
}

export async function loginWithCode(deps: Deps, visitor: LogInVisitor, otp: string): Promise<LoggedIn> {
  const user = codeUser(visitor)
  const whyWrong = await countCodeTry(deps, user)
  const customer = await findCustomerByEmail(deps.db, visitor.email)
  const token = await tryCode(deps, customer, otp, placeOf(visitor))
  if (!customer || !token) throw new Refusal(whyWrong)
  await forgetCodeTries(deps, user)
  return { token, email: customer.email, region: customer.region }
}

const codeUser = ({ email, address, device }: LogInVisitor): CodeUser => ({ person: email, address, device })

/**
 * Returns a token, or undefined for a wrong code. Attempts of one person are counted one after the other. The count
 * is committed, so that a refusal does not roll it back.
 */
async function tryCode(
  deps: Deps,
  customer: LoginCustomer | undefined,
  otp: string,
  place: string,
): Promise<string | undefined> {
  const now = deps.clock()
  const customerId = customer?.customerId ?? unknownId
  return deps.db.transaction(async (tx) => {
    await lockCustomer(tx, customerId)
    const open = await findOpenCode(tx, { customerId, place, now })
    if (customer && open && isRightCode(deps.config, open, otp)) {
      await closeCodesAndLinks(tx, customerId, now)
      await recordAudit(tx, {
        subjectId: customerId,
        by: { customerId },
        action: 'LoggedInWithCode',
        at: now,
      })
      return startCustomerSession(tx, deps, customer, 'Code')
    }
    // Guesses from elsewhere do not use up the tries of the person who asked for the code.
    const own = open?.askedFrom === place ? open : undefined
    const isLast = own !== undefined && own.wrongTries + 1 >= codeTries
    await countWrongTry(tx, { customerId, id: own?.id ?? unknownId, closesAt: isLast ? now : null })
    return undefined
  })
}

/**
 * Replies the same and takes the same steps whether or not the e-mail is known. A job writes the mail, so that the
 * response time reveals nothing either.
 */
export async function requestLink(
  deps: Deps,
  visitor: LogInVisitor,
  redirect: string | undefined,
): Promise<void> {
  const now = deps.clock()
  const askedFrom = placeOf(visitor)
  const tries: Limit[] = [
    ['mail-link-address', visitor.address],
    ['mail-link', `${visitor.email} ${askedFrom}`],
  ]
  await countTry(deps.db, tries, now, deps.config.rateLimits)
  const customer = await findCustomerByEmail(deps.db, visitor.email)
  const job = {
    email: customer?.email ?? null,
    target: safeRedirect(redirect),
    askedFrom,
    askedAt: now.toISOString(),
  }
  await deps.db.transaction((tx) => deps.jobs.enqueue(tx, 'mail-link', job))
}

/**
 * Sends the requested mail. A newer link replaces the one that was requested from the same place, in whatever order
 * the jobs run. If many links have already been requested, no further mail is sent: the newest one in the mailbox
 * still works.
 */
export async function mailLink(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'tokens' | 'jobs'>,
  { email, target, askedFrom = '', askedAt }: JobData['mail-link'],
): Promise<void> {
  const customer = email === null ? undefined : await findCustomerByEmail(deps.db, email)
  if (!customer) return
  const { customerId } = customer
  const createdAt = new Date(askedAt)
  const expiresAt = new Date(createdAt.getTime() + linkLifeMs)
  const jti = randomBytes(32).toString('base64url')
  const claims = { sub: customerId, jti, email: customer.email }
  const token = await deps.tokens.sign('login-link', claims, createdAt, linkLifeMs)
  const url = new URL('/login', deps.config.portalOrigin)
  url.searchParams.set('token', token)
  if (target !== '/') url.searchParams.set('redirect', target)
  await deps.db.transaction(async (tx) => {
    await lockCustomer(tx, customerId)
    const ages = (await listLinkTimes(tx, customerId)).map((time) => createdAt.getTime() - time.getTime())
    if (hasEnoughLinks(ages)) return
    if (!(await replaceLink(tx, { customerId, askedFrom, id: jti, createdAt, expiresAt }))) return
    await putInOutbox(tx, deps, {
      kind: 'LogInLink',
      facts: { firstName: customer.firstName, url: url.href },
      recipient: customer.email,
      customerId,
      sendBefore: expiresAt,
    })
  })
}

export async function loginWithLink(deps: Deps, token: string, address: string): Promise<LoggedIn> {
  const now = deps.clock()
  await countTry(deps.db, [['link-login-address', address]], now, deps.config.rateLimits)
  if (isImpersonation(token)) return loginAsCustomer(deps, token, now)
  const link = await deps.tokens.verifyLink(token, now)
  return deps.db.transaction(async (tx) => {
    await lockCustomer(tx, link.sub)
    const customer = await findCustomerByEmail(tx, link.email)
    if (customer?.customerId !== link.sub || !(await consumeLink(tx, link.sub, link.jti, now))) {
      throw new Refusal('link_expired')
    }
    await closeCodesAndLinks(tx, link.sub, now)
    await recordAudit(tx, {
      subjectId: link.sub,
      by: { customerId: link.sub },
      action: 'LoggedInWithLink',
      at: now,
    })
    const { email, region } = customer
    return { token: await startCustomerSession(tx, deps, customer, 'Link'), email, region }
  })
}

/** Opens an impersonation: the session names the member of staff and ends with their permission. */
async function loginAsCustomer(deps: Deps, permission: string, now: Date): Promise<LoggedIn> {
  return deps.db.transaction(async (tx) => {
    const { customerEmail, by } = await redeemImpersonation(tx, deps, permission, now)
    const customer = await findCustomerByEmail(tx, customerEmail)
    if (!customer) throw new Refusal('link_expired')
    const { email, region } = customer
    const token = await startCustomerSession(tx, deps, customer, 'Impersonation', by)
    return { token, email, region, isImpersonation: true }
  })
}

/** Revokes every code and link that has not been used yet. */
export const closeLogIns = closeCodesAndLinks

export async function logOut(deps: Deps, caller: Caller): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await endCallersSession({ db: tx, clock: deps.clock }, caller)
    const { customerId, impersonatorEmail } = caller
    const by = { customerId, impersonatorEmail }
    await recordAudit(tx, { subjectId: customerId, by, action: 'LoggedOut', at: deps.clock() })
  })
}

function dialPrefix(mobile: string): string | null {
  return ['+61', '+44'].find((prefix) => mobile.startsWith(prefix)) ?? null
}
