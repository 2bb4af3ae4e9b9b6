import { queryClient } from '../api/query-client.ts'
import { followOtherTabs, store, stored } from './storage.ts'

/** What shows money, payment methods, or how far somebody has come. A form that somebody may be filling in is not among it. */
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

/** Has everything read anew that a payment or another payment method changes. */
export function refreshAccount(): void {
  void rereadAccount()
}

/** The same, for whoever waits until what is in sight is as it should be. */
export async function rereadAccount(): Promise<void> {
  await Promise.all(names.map((name) => queryClient.invalidateQueries({ queryKey: [name] })))
}

/** The page for payments opens in a tab of its own; the one it was opened from should not show what was. */
export function notifyOtherTabs(): void {
  store('accountNews', crypto.randomUUID())
}

/** Begins to hear of such news. Once, when the page starts. */
export function followAccountNews(): void {
  let heard = stored('accountNews')
  followOtherTabs(() => {
    const news = stored('accountNews')
    if (news === heard) return
    heard = news
    refreshAccount()
  })
}
