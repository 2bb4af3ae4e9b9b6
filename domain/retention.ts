/**
 * How many days we keep what is not part of the books, from the moment at which it has served its purpose. Every period
 * is here, and one job deletes what is older. Ledger, payments, consents and the audit trail are kept for seven years.
 */
export const retentionDays = {
  /** Counted from expiry. A used code or link is worthless, but reveals when somebody was here. */
  'log-in codes': 1,
  'log-in links': 1,
  'withdrawal codes': 1,
  'saved method codes': 1,
  'staff codes': 1,
  /** Counted from the beginning of the window, which lasts at most a day. */
  'rate limits': 2,
  /** Kept for questions about who was logged in when. */
  sessions: 30,
  'staff sessions': 30,
  impersonations: 30,
  /** Only the replies. Their keys are kept forever, so that the same request never pays twice. */
  'idempotency replies': 30,
  'job runs': 30,
  /** Counted from the assignment: by then the item is settled, or somebody else should see that it waits. */
  'queue assignments': 60,
  /** Rows that failed once and that no job retried, because they were settled another way. Parked rows are kept. */
  'settled failures': 7,
  /** Letters that were uploaded to prove a discount and are part of no saved plan. */
  'unused discount letters': 30,
  'provider events': 90,
  'client errors': 90,
  /** Counted from the last message, because visitors have no account to close. */
  'visitor conversations': 180,
  /** Thirteen months: a direct debit can be disputed for a year, and then it matters what was announced. */
  messages: 400,
  /** The messages of care requests, for two years from closing. */
  'words of care requests': 730,
  /** The last message to a person whose data is erased. */
  farewells: 7,
} as const satisfies Record<string, number>
export type Retained = keyof typeof retentionDays
