import { toDecimal } from '#domain/money.ts'
import { leftToPay, whyClosed } from '#domain/pay-now.ts'
import { Refusal, type ClosedRequest } from '#domain/refusal.ts'
import type { Region } from '#domain/region.ts'
import type { Db } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import { refuseForFirst } from '../../books/payments/first-payment.ts'
import type { Limit } from '../../platform/rate-limit/limits.ts'
import { countTry, refuseUsedUp } from '../../platform/rate-limit/rate-limit.ts'
import { recently } from './amounts.ts'
import { findCurrentArrears } from '../../books/arrears/arrears.store.ts'
import { findPayFacts, findRequest, type PayFacts, type RequestRow, type School } from './pay-now.store.ts'
import { hashOfLink, openLink } from '../../books/payment-requests/request-links.ts'

/** `setRegion` is called as soon as the request is found, also when it can no longer be paid. */
export type Visitor = { address: string; setRegion?: (region: Region) => void }

/** What a guest may see: a request that exists and can still be paid. Guessing links is rate limited. */
export async function openRequest(deps: Deps, link: string, visitor: Visitor): Promise<RequestRow> {
  const request = await knownRequest(deps, link, visitor)
  await refuseClosed(deps, request)
  return request
}

/**
 * The request of a link, or the one whose id `wanted` finds another way. After too many unknown links, a correct one is
 * refused too: someone who guesses links must not learn that they have found one.
 */
export async function knownRequest(
  { db, clock, config }: Deps,
  wanted: string | (() => Promise<string | undefined>),
  { address, setRegion }: Visitor,
): Promise<RequestRow> {
  const now = clock()
  const guesses: Limit = ['unknown-request-address', address]
  await refuseUsedUp(db, guesses, now, config.rateLimits)
  const request =
    typeof wanted === 'string'
      ? await findRequest(db, { linkHash: hashOfLink(wanted) }, now)
      : await foundBy(db, await wanted(), now)
  if (request) {
    setRegion?.(request.region)
    return request
  }
  await countTry(db, [guesses], now, config.rateLimits)
  throw new Refusal('not_found')
}

async function foundBy(db: Db, id: string | undefined, now: Date): Promise<RequestRow | undefined> {
  return id === undefined ? undefined : findRequest(db, { id }, now)
}

/** The refusal says which request it was; that of a paid one also shows the payment that paid it. */
export async function refuseClosed(deps: Deps, request: RequestRow): Promise<void> {
  const why = whyClosed(request)
  const { accountId, id: requestId } = request
  const closed = closedRequest(request)
  if (why && request.isForPlan) await refuseOldArrears(deps, request)
  if (why === 'request_paid') return refuseForFirst(deps, why, { accountId, requestId }, closed)
  if (why) throw new Refusal(why, { request: closed })
  if (request.isAccountClosed) throw new Refusal('account_closed', { request: closed })
}

/**
 * An old link for something overdue leads to what the account owes now, or says that nothing is owing any more. It shows
 * no other account: the request that is open now asks for the same debts.
 */
async function refuseOldArrears(deps: Deps, request: RequestRow): Promise<void> {
  const { accountId, id, status } = request
  const { link, isOwing } = await findCurrentArrears(deps.db, accountId, deps.clock())
  const { amount: _, ...closed } = closedRequest(request)
  if (link && link.id !== id && !request.isAccountClosed) {
    const current = openLink(deps.config, link)
    throw new Refusal(whyClosed(request) ?? 'request_cancelled', { request: { ...closed, current } })
  }
  if (!isOwing && status !== 'Paid') throw new Refusal('request_paid', { request: closed })
}

function closedRequest(request: RequestRow): ClosedRequest {
  const { schoolName, shortId, status, amountPaid, amountDue, lastPaidOn } = request
  const isPaid = status === 'Paid'
  return {
    schoolName,
    accountShortId: shortId,
    amount: toDecimal(isPaid ? amountPaid : amountDue),
    paidOn: isPaid ? lastPaidOn : null,
  }
}

/** A request that is paid, or will be once the banks are done, is refused with the payment that came first. */
export async function refuseUnpayable(deps: Deps, request: RequestRow): Promise<void> {
  const { accountId, id: requestId, amountDue } = request
  await refuseClosed(deps, request)
  if (amountDue > 0 && leftToPay(request) === 0)
    await refuseForFirst(deps, 'payment_in_progress', { accountId, requestId })
}

/** The full address. The masked one, which the page shows to everyone, names nobody. */
export function isEmailOf({ members }: RequestRow, typed: string): boolean {
  return members.some(({ email }) => typed === email)
}

export async function factsOf(
  deps: Deps,
  request: RequestRow,
  { sourceId = null, attempt = null }: { sourceId?: string | null; attempt?: string | null } = {},
): Promise<PayFacts> {
  const facts = await findPayFacts(deps.db, {
    accountId: request.accountId,
    sourceId,
    requestId: request.id,
    attempt,
    since: recently(deps.clock()),
  })
  if (!facts) throw new Refusal('not_found')
  return facts
}

export function schoolOf(facts: PayFacts, { institutionId }: RequestRow): School {
  const school = facts.schools.find(({ id }) => id === institutionId)
  if (!school) throw new Error('A request names a school that its account does not have')
  return school
}
