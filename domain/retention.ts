/**
 * How many days we keep what is not part of the books, from the moment at which it has served its purpose. Every period
 * is here, and one job deletes what is older. Ledger, payments, consents and the audit trail are kept for seven years.
 */
export const retentionDays = {
  /** From when they expire. A used code or link is worthless, and tells when somebody was here. */
  'log-in codes': 1,
  'log-in links': 1,
  'withdrawal codes': 1,
  'saved method codes': 1,
  'staff codes': 1,
  /** From the beginning of the window, the longest of which is a day. */
  'rate limits': 2,
  /** For questions about who was logged in when. */
  sessions: 30,
  'staff sessions': 30,
  impersonations: 30,
  /** The replies only. Their keys stay for ever, so that the same request never pays twice. */
  'idempotency replies': 30,
  'job runs': 30,
  /** From when it was taken: by then it is settled, or somebody else should see that it waits. */
  'queue assignments': 60,
  /** Rows that failed once and that no job took up again: they were settled another way. What is parked stays. */
  'settled failures': 7,
  /** Uploaded to prove a discount, and part of no saved plan. */
  'unused discount letters': 30,
  'provider events': 90,
  'client errors': 90,
  /** From the last message. Visitors have no account to close. */
  'visitor conversations': 180,
  /** Thirteen months: a direct debit can be disputed for a year, and then it matters what was announced. */
  messages: 400,
  /** What a family that finds it hard to pay has told us, and we it: two years from when it is closed. */
  'words of care requests': 730,
  /** The last message to a person whose data is erased. */
  farewells: 7,
} as const satisfies Record<string, number>
export type Retained = keyof typeof retentionDays
