/** What the browser stores between visits. All tabs share it. */
export const storageKeys = {
  token: 'larkwell.token',
  tokenEndsAt: 'larkwell.tokenEndsAt',
  accountId: 'larkwell.accountId',
  region: 'larkwell.region',
  notificationDismissed: 'larkwell.notificationDismissed',
  withdrawal: 'larkwell.withdrawal',
  paymentAttempts: 'larkwell.paymentAttempts',
  accountNews: 'larkwell.accountNews',
  /** The customer and the account of the session that has ended. */
  lastAccount: 'larkwell.lastAccount',
} as const
export type StoredName = keyof typeof storageKeys
