import type { Wait } from '#domain/plan/paydays.ts'

/** "Each payment leaves 1 day after you are paid instead of 9, and at most 5 where the banks are closed." */
export function waitSentence(proposed: Wait, present: Wait | undefined): string {
  const before = present && daysOf(present) !== daysOf(proposed) ? ` instead of ${beforeWords(present)}` : ''
  const isExceeded = proposed.usual !== null && proposed.most > proposed.usual
  const most = isExceeded ? `, and at most ${proposed.most} where the banks are closed` : ''
  return `Each payment leaves ${waitWords(proposed)}${before}${most}.`
}

function waitWords(wait: Wait): string {
  const days = daysOf(wait)
  if (days === '0') return 'on the day you are paid'
  return `${days} ${days === '1' ? 'day' : 'days'} after you are paid`
}

function beforeWords(wait: Wait): string {
  const days = daysOf(wait)
  return days === '0' ? 'on that day' : days
}

/** "1", or "1 to 4" where there is no rule. */
function daysOf({ least, most, usual }: Wait): string {
  return usual === null ? `${least} to ${most}` : `${usual}`
}
