import { toDecimal } from '#domain/money.ts'
import { leftToPay, whyClosed } from '#domain/pay-now.ts'
import { Refusal, type ClosedRequest } from '#domain/refusal.ts'
import type { Region } from '#domain/region.ts'
import type { Db } from '../../platform/database/open.ts'
import type { Attempt } from '../../books/payments/payments.reads.ts'
import type { Deps } from '../../platform/deps.ts'
import { refuseForFirst } from '../../books/payments/first-payment.ts'
import type { Limit } from '../../platform/rate-limit/limits.ts'
import { countTry, refuseUsedUp } from '../../platform/rate-limit/rate-limit.ts'
import { declinesSince } from './amounts.ts'
import { findCurrentArrears } from '../../books/arrears/arrears.reads.ts'
import {
  findPayFacts,
  findRequest,
  type PayFacts,
  type PayRequestRow,
  type PaySchool,
} from './pay-now.store.ts'
import { hashOfLink, openLink } from '../../books/payment-requests/request-links.ts'

/** The visitor's address. `setRegion` is called as soon as the request is found, even if it can no longer be paid. */
export type Visitor = { address: string; setRegion?: (region: Region) => void }

/** Returns a request that exists and can still be paid. Guessing links is rate limited. */
export async function openRequest(deps: Deps, link: string, visitor: Visitor): Promise<PayRequestRow> {
  const request = await requireRequest(deps, link, visitor)
  await refuseClosed(deps, request)
  return request
}

/**
 * The request of a link, or the one whose id the function `target` finds. After too many unknown links, a correct one
 * is refused too: someone who guesses links must not learn that they have found one.
 */
export async function requireRequest(
  { db, clock, config }: Deps,
  target: string | (() => Promise<string | undefined>),
  { address, setRegion }: Visitor,
): Promise<PayRequestRow> {
  const now = clock()
  const guesses: Limit = ['unknown-request-address', address]
  await refuseUsedUp(db, guesses, now, config.rateLimits)
  const request =
    typeof target === 'string'
      ? await findRequest(db, { linkHash: hashOfLink(target) }, now)
      : await foundBy(db, await target(), now)
  if (request) {
    setRegion?.(request.region)
    return request
  }
  await countTry(db, [guesses], now, config.rateLimits)
  throw new Refusal('not_found')
}

async function foundBy(db: Db, id: string | undefined, now: Date): Promise<PayRequestRow | undefined> {
  return id === undefined ? undefined : findRequest(db, { id }, now)
}

/** The refusal says which request it was; that of a paid one also shows the payment that paid it. */
export async function refuseClosed(deps: Deps, request: PayRequestRow): Promise<void> {
  const reason = whyClosed(request)
  const { accountId, id: requestId } = request
  const closed = closedRequest(request)
  if (request.isAccountClosed && reason !== 'request_paid')
    throw new Refusal('account_closed', { request: closed })
  if (reason && request.isForPlan) await refuseOldArrears(deps, request)
  if (reason === 'request_paid') return refuseForFirst(deps, reason, { accountId, requestId }, closed)
  if (reason) throw new Refusal(reason, { request: closed })
}

/**
 * An old link for arrears leads to the account's current request, or says that nothing is owing any more. It shows no
 * other account: the current request is for the same debts.
 */
async function refuseOldArrears(deps: Deps, request: PayRequestRow): Promise<void> {
  const { accountId, id, status } = request
  const { link, isOwing } = await findCurrentArrears(deps.db, accountId, deps.clock())
  const { amount: _, ...closed } = closedRequest(request)
  if (link && link.id !== id) {
    const current = openLink(deps.config, link)
    throw new Refusal(whyClosed(request) ?? 'request_cancelled', { request: { ...closed, current } })
  }
  if (!isOwing && status !== 'Paid') throw new Refusal('request_paid', { request: closed })
}

function closedRequest(request: PayRequestRow): ClosedRequest {
  const { schoolName, shortId, status, amountPaid, amountDue, lastPaidOn } = request
  const isPaid = status === 'Paid'
  return {
    schoolName,
    accountShortId: shortId,
    amount: toDecimal(isPaid ? amountPaid : amountDue),
    paidOn: isPaid ? lastPaidOn : null,
  }
}

/** Refuses a request that is paid, or will be once the banks are done, and shows the payment that came first. */
export async function refuseUnpayable(deps: Deps, request: PayRequestRow): Promise<void> {
  const { accountId, id: requestId, amountDue } = request
  await refuseClosed(deps, request)
  if (amountDue > 0 && leftToPay(request) === 0)
    await refuseForFirst(deps, 'payment_in_progress', { accountId, requestId })
}

/** Compares the full address. The masked one, which the page shows to everyone, proves nothing. */
export function isEmailOf({ members }: PayRequestRow, typed: string): boolean {
  return members.some(({ email }) => typed === email)
}

export async function factsOf(
  deps: Deps,
  request: PayRequestRow,
  { sourceId = null, attempt = null }: { sourceId?: string | null; attempt?: Attempt | null } = {},
): Promise<PayFacts> {
  const facts = await findPayFacts(deps.db, {
    accountId: request.accountId,
    sourceId,
    requestId: request.id,
    attempt,
    since: declinesSince(deps.clock()),
  })
  if (!facts) throw new Refusal('not_found')
  return facts
}

export function schoolOf(facts: PayFacts, { institutionId }: PayRequestRow): PaySchool {
  const school = facts.schools.find(({ id }) => id === institutionId)
  if (!school) throw new Error('A request names a school that its account does not have')
  return school
}
