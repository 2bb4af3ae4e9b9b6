import { navigate } from 'wouter/use-browser-location'
import { toRegion, type Region } from '#domain/region.ts'
import { queryClient } from '../api/query-client.ts'
import { followOtherTabs, forgetDrafts, forgetPaymentDrafts, store, stored, useStored } from './storage.ts'
import { readToken } from './token.ts'
import { useVisitedRegion } from './visited-region.ts'
import { newListeners } from '../ui/listeners.ts'

/** The customer whose data is in memory; null when nobody is signed in. */
let customer: string | null = null
const { follow, notify } = newListeners()

/** `listener` runs when the customer changes or logs out, to drop what belongs to them. */
export const onCustomerChange: (listener: () => void) => void = follow

function noteCustomer(): void {
  const now = readToken(stored('token'))?.sub ?? null
  if (now === customer) return
  const before = customer
  customer = now
  if (before === null) return
  queryClient.clear()
  notify()
}

/** Follows the stored session. Called once, at page start. */
export function followSession(): void {
  noteCustomer()
  followOtherTabs(noteCustomer)
}

/** The page was signed in, and the session has disappeared without a log-out in any tab: the storage was cleared. */
export function isSessionLost(): boolean {
  return customer !== null && readToken(stored('token')) === null
}

export function startSession(token: string): void {
  const accountId = stored('accountId')
  // The account first: another tab that saw it with someone else's token would end the new session.
  if (accountId !== null && !isAccountOf(token, accountId)) store('accountId', null)
  keepToken(token)
  noteCustomer()
}

/** Also stores when the token ends by this browser's clock, which may differ from the server's. */
export function keepToken(token: string): void {
  const { iat, exp } = readToken(token) ?? {}
  store('tokenEndsAt', iat && exp ? String(Date.now() + (exp - iat) * 1000) : null)
  store('token', token)
}

export function chooseAccount(account: { accountId: string; region: Region }): void {
  store('lastAccount', null)
  store('region', account.region)
  store('accountId', account.accountId)
}

/** Whether this was the account of the customer's session when it ended without a log-out. */
export function wasLastAccount(accountId: string): boolean {
  const sub = readToken(stored('token'))?.sub
  return sub !== undefined && stored('lastAccount') === `${sub} ${accountId}`
}

/**
 * The region and dismissed notices belong to the browser, so they stay. After a session that has ended by itself, the next
 * log-in leads back to the account and the page.
 */
export function endSession(reason: 'logout' | 'security'): void {
  const isLogOut = reason === 'logout'
  const sub = readToken(stored('token'))?.sub
  const accountId = stored('accountId')
  if (isLogOut) store('lastAccount', null)
  else if (sub && accountId) store('lastAccount', `${sub} ${accountId}`)
  store('token', null)
  store('tokenEndsAt', null)
  store('accountId', null)
  store('withdrawal', null)
  store('accountNews', null)
  // An attempt to pay whose outcome is not known yet stays, or the next one could charge a second time.
  if (!stored('paymentAttempts')?.includes('"isSent":true')) store('paymentAttempts', null)
  forgetPaymentDrafts(isLogOut ? 'all' : 'guests')
  if (isLogOut && sub) forgetDrafts(sub)
  noteCustomer()
  navigate(isLogOut ? '/login' : securityLogin(location), { replace: true })
}

/** The log-in decides whether the page is one that it leads to. */
function securityLogin({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  const address = '/login?logoutReason=security'
  if (pathname === '/' || pathname.startsWith('/login')) return address
  return `${address}&redirect=${encodeURIComponent(pathname + search)}`
}

export function isOwnAccount(accountId: string): boolean {
  return isAccountOf(stored('token'), accountId)
}

function isAccountOf(token: string | null, accountId: string): boolean {
  return readToken(token)?.accounts.some((own) => own.accountId === accountId) ?? false
}

export function useRegion(): Region {
  const own = toRegion(useStored('region'))
  return useVisitedRegion() ?? own
}
