/**
 * After a customer's e-mail or mobile has changed, money stays where it is for a while. A thief who takes over a customer's
 * contact details first takes over the log-in and then the money; in between, the former address can raise the alarm.
 */
export const contactDecisions = ['Keep', 'Restore'] as const
export type ContactDecision = (typeof contactDecisions)[number]

export const contactChangeStatuses = ['Open', 'Stopped', 'Kept', 'Restored'] as const
export type ContactChangeStatus = (typeof contactChangeStatuses)[number]

/** Much longer than the block: a family that comes home from a holiday can still raise the alarm. */
export const stopLinkLifeMs = 30 * 24 * 60 * 60_000

export type ContactChangeTimes = {
  blockedUntil: Date
  /** The time at which the former address reported that the change was not theirs. */
  stoppedAt: Date | null
  /** The time of the staff's decision on that report. */
  resolvedAt: Date | null
}

/** The end of the block on withdrawals and new bank accounts; null while only staff can end it. */
export type ContactBlock = { until: Date | null }

/** The block that the changes of all members of an account amount to; the longest one counts. */
export function contactBlock(changes: readonly ContactChangeTimes[], now: Date): ContactBlock | undefined {
  if (changes.some(({ stoppedAt, resolvedAt }) => stoppedAt && !resolvedAt)) return { until: null }
  const until = Math.max(0, ...changes.map(({ blockedUntil }) => blockedUntil.getTime()))
  return until > now.getTime() ? { until: new Date(until) } : undefined
}

/** "***456": enough to recognise one's own number, too little to call somebody else's. */
export function maskedMobile(mobile: string): string {
  return `***${mobile.slice(-3)}`
}
