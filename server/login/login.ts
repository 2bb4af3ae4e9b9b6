import { randomBytes } from 'node:crypto'
import { codeLifeMs, codeTries, linkLifeMs } from '#domain/login.ts'
import { safeRedirect } from '#domain/redirect.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Region } from '#domain/region.ts'
import { recordAudit } from '../audit/audit.ts'
import type { Db } from '../database/open.ts'
import type { Deps } from '../deps.ts'
import type { JobData } from '../jobs/jobs.ts'
import { putInOutbox } from '../outbox/outbox.ts'
import type { Limit } from '../rate-limit/limits.ts'
import { countTry, forgetTries } from '../rate-limit/rate-limit.ts'
import { isCode, newCode } from '../session/one-time-code.ts'
import { closeSession, openSession, type Caller } from '../session/session.ts'
import { isImpersonation } from '../session/token.ts'
import { takeImpersonation } from '../staff/families/impersonation.ts'
import {
  closeCodesAndLinks,
  countWrongTry,
  deleteCodesAndLinksBefore,
  findCustomerByEmail,
  findOpenCode,
  hasLinkSince,
  lockCustomer,
  replaceCode,
  replaceLink,
  useLink,
  type LoginCustomer,
} from './login.store.ts'

export type LoggedIn = { token: string; region: Region }
export type SentCode = { mobileLast3Digits: string | null; countryCode: string | null; region: Region | null }

/** The id of no customer. Used for unknown e-mails, so that a try takes the same steps for everyone. */
const nobody = '00000000-0000-0000-0000-000000000000'

const nothingSent: SentCode = { mobileLast3Digits: null, countryCode: null, region: null }

/** An unknown e-mail is answered like a customer without a mobile, and nothing is sent. */
export async function sendCode(deps: Deps, email: string, address: string): Promise<SentCode> {
  const now = deps.clock()
  const tries: Limit[] = [...sendLimits(email), ['send-code-address', address]]
  await countTry(deps.db, tries, now, deps.config.rateLimits)
  const customer = await findCustomerByEmail(deps.db, email)
  if (!customer?.mobile) return nothingSent
  const { mobile, customerId } = customer

  const { id, code, hash } = newCode(deps.config)
  const expiresAt = new Date(now.getTime() + codeLifeMs)
  await deps.db.transaction(async (tx) => {
    await lockCustomer(tx, customerId)
    await replaceCode(tx, { customerId, id, hash, createdAt: now, expiresAt })
    await putInOutbox(tx, deps, {
      kind: 'LogInCode',
      facts: { code },
      recipient: mobile,
      customerId,
      sendBefore: expiresAt,
    })
  })
  return { mobileLast3Digits: mobile.slice(-3), countryCode: dialPrefix(mobile), region: customer.region }
}

export async function loginWithCode(
  deps: Deps,
  email: string,
  otp: string,
  address: string,
): Promise<LoggedIn> {
  const now = deps.clock()
  // Counted before the code is checked and forgotten on success, so only wrong tries remain.
  const tries: Limit[] = [
    ['wrong-code-day', email],
    ['code-login-address', address],
  ]
  await countTry(deps.db, tries, now, deps.config.rateLimits)
  const customer = await findCustomerByEmail(deps.db, email)
  const token = await tryCode(deps, customer, otp, now)
  if (!customer || !token) throw new Refusal('invalid_code')
  await forgetTries(deps.db, [...sendLimits(email), ['wrong-code-day', email]])
  return { token, region: customer.region }
}

/**
 * A token, or undefined for a wrong code. Tries of one person are counted one after the other. The count is
 * committed, so that a refusal does not roll it back.
 */
async function tryCode(
  deps: Deps,
  customer: LoginCustomer | undefined,
  otp: string,
  now: Date,
): Promise<string | undefined> {
  const customerId = customer?.customerId ?? nobody
  return deps.db.transaction(async (tx) => {
    await lockCustomer(tx, customerId)
    const open = await findOpenCode(tx, customerId, now)
    if (!customer || !open) return undefined
    if (isCode(deps.config, open, otp)) {
      await closeCodesAndLinks(tx, customerId, now)
      await recordAudit(tx, {
        subjectId: customerId,
        actorId: customerId,
        action: 'LoggedInWithCode',
        at: now,
      })
      return openSession(tx, deps, customer, 'Code')
    }
    const isLast = open.wrongTries + 1 >= codeTries
    await countWrongTry(tx, { customerId, id: open.id, closesAt: isLast ? now : null })
    return undefined
  })
}

/**
 * Replies the same and takes the same steps whether or not the e-mail is known. The mail is written by a job, so that
 * the response time reveals nothing either.
 */
export async function requestLink(
  deps: Deps,
  email: string,
  redirect: string | undefined,
  address: string,
): Promise<void> {
  const now = deps.clock()
  const tries: Limit[] = [
    ['mail-link', email],
    ['mail-link-address', address],
  ]
  await countTry(deps.db, tries, now, deps.config.rateLimits)
  const customer = await findCustomerByEmail(deps.db, email)
  const job = { email: customer?.email ?? null, target: safeRedirect(redirect), askedAt: now.toISOString() }
  await deps.db.transaction((tx) => deps.jobs.enqueue(tx, 'mail-link', job))
}

/** Sends the requested mail. Only the newest link works, in whatever order the jobs run. */
export async function mailLink(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'tokens' | 'jobs'>,
  { email, target, askedAt }: JobData['mail-link'],
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
    if (await hasLinkSince(tx, customerId, createdAt)) return
    await replaceLink(tx, { customerId, id: jti, createdAt, expiresAt })
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
    if (customer?.customerId !== link.sub || !(await useLink(tx, link.sub, link.jti, now))) {
      throw new Refusal('link_expired')
    }
    await closeCodesAndLinks(tx, link.sub, now)
    await recordAudit(tx, { subjectId: link.sub, actorId: link.sub, action: 'LoggedInWithLink', at: now })
    return { token: await openSession(tx, deps, customer, 'Link'), region: customer.region }
  })
}

/** Impersonation: the session names the member of staff and ends when the permission does. */
async function loginAsCustomer(deps: Deps, token: string, now: Date): Promise<LoggedIn> {
  return deps.db.transaction(async (tx) => {
    const { customerEmail, by } = await takeImpersonation(tx, deps, token, now)
    const customer = await findCustomerByEmail(tx, customerEmail)
    if (!customer) throw new Refusal('link_expired')
    return { token: await openSession(tx, deps, customer, 'Impersonation', by), region: customer.region }
  })
}

/** Revokes every code and link that has not been used yet. */
export const closeLogIns = closeCodesAndLinks

export async function logOut(deps: Deps, caller: Caller): Promise<void> {
  const { customerId } = caller
  await deps.db.transaction(async (tx) => {
    await closeSession({ db: tx, clock: deps.clock }, caller)
    await recordAudit(tx, {
      subjectId: customerId,
      actorId: customerId,
      impersonatorEmail: caller.impersonatorEmail,
      action: 'LoggedOut',
      at: deps.clock(),
    })
  })
}

/** Expired codes and links are useless; a day later nobody asks about them either. */
export async function purgeLogins(db: Db, now: Date): Promise<number> {
  return deleteCodesAndLinksBefore(db, new Date(now.getTime() - 24 * 60 * 60_000))
}

const sendLimits = (email: string): Limit[] => [
  ['send-code-gap', email],
  ['send-code-hour', email],
  ['send-code-day', email],
]

function dialPrefix(mobile: string): string | null {
  return ['+61', '+44'].find((prefix) => mobile.startsWith(prefix)) ?? null
}
