import { queryClient } from '../api/query-client.ts'
import { followOtherTabs, store, stored } from './storage.ts'

/** Queries that show money, payment methods or progress. Data behind a form that may be in use is not among them. */
const names = [
  'accounts',
  'account-setup-status',
  'overview',
  'transactions',
  'explanation',
  'withdrawals',
  'repayment-details',
  'identity',
]

/** Reloads everything a payment or a changed payment method affects. */
export function refreshAccount(): void {
  void rereadAccount()
}

/** The same, for callers that wait until the visible data is current. */
export async function rereadAccount(): Promise<void> {
  await Promise.all(names.map((name) => queryClient.invalidateQueries({ queryKey: [name] })))
}

/** The payment page opens in its own tab. The tab behind it must not show old data. */
export function notifyOtherTabs(): void {
  store('accountNews', crypto.randomUUID())
}

/** Follows changes made in other tabs. Called once, at page start. */
export function followAccountNews(): void {
  let lastSeen = stored('accountNews')
  followOtherTabs(() => {
    const news = stored('accountNews')
    if (news === lastSeen) return
    lastSeen = news
    refreshAccount()
  })
}
