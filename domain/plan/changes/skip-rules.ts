import type { CalendarDate } from '../../calendar/calendar.ts'
import { addBusinessDays, type BankCalendar } from '../../calendar/holidays.ts'
import type { Flexibility } from './flexibility.ts'
import type { SkipAnswer, SkipOutcome } from './skip.ts'

/**
 * What a plan as a whole lets nobody skip for: people must step in first, it is behind, on hold, agreed for a while, or a
 * request waits.
 */
export type WhyNotNow = 'Blocked' | 'Arrears' | 'Held' | 'Temporary' | 'Asked'

/** The reasons why payments cannot be skipped in the requested way. */
export type WhyNotSkip =
  | WhyNotNow
  | 'NotAllowed'
  | 'NoSkipsLeft'
  | 'TooMany'
  | 'NotAtEnd'
  | Extract<SkipAnswer, { whyNot: string }>['whyNot']

export type SkipRules = {
  rules: Pick<Flexibility, 'mostSkipped' | 'reviewsMoreSkips' | 'mayEndLater'>
  /** The number of skips that are still granted automatically. */
  skipsLeft: number
  whyNot: WhyNotNow | null
}

/** The number of payments that may be chosen. Without a review by staff, only those granted automatically. */
export function mostToSkip({ rules, skipsLeft }: Pick<SkipRules, 'rules' | 'skipsLeft'>): number {
  return rules.reviewsMoreSkips ? rules.mostSkipped : Math.min(rules.mostSkipped, skipsLeft)
}

/** The reason why no payment at all can be skipped now. */
export function whyNotSkip(facts: SkipRules): WhyNotSkip | undefined {
  if (facts.whyNot !== null) return facts.whyNot
  if (facts.rules.mostSkipped === 0) return 'NotAllowed'
  return mostToSkip(facts) === 0 ? 'NoSkipsLeft' : undefined
}

/** The reason why this many payments cannot be skipped in this way. `withSkipped` calculates the resulting plan. */
export function whyNotSkipLike(
  facts: SkipRules,
  { count, outcome }: { count: number; outcome: SkipOutcome },
): WhyNotSkip | undefined {
  const never = whyNotSkip(facts)
  if (never) return never
  if (count > mostToSkip(facts)) return 'TooMany'
  return outcome === 'AtEnd' && !facts.rules.mayEndLater ? 'NotAtEnd' : undefined
}

const businessDaysToAnswer = 2

/** The day by whose end a family has an answer to its request. */
export function answerBy(askedOn: CalendarDate, calendar: BankCalendar): CalendarDate {
  return addBusinessDays(askedOn, businessDaysToAnswer, calendar)
}

/** Texts for families and staff, both when choosing and on refusal. */
export const whyNotSkipWords: Record<WhyNotSkip, string> = {
  Blocked: 'Please contact us to review your payment plan.',
  Arrears: 'A payment of this plan is overdue. It has to be paid first.',
  Held: 'The payments of this plan are on hold.',
  Temporary: 'This plan is a temporary one. Its payments are as we agreed.',
  Asked: 'A request to skip payments waits for an answer.',
  NotAllowed: 'The school does not let families skip payments.',
  NoSkipsLeft: 'All payments that the school lets a family skip in a school year are used.',
  TooMany: 'These are more payments than the school lets a family skip.',
  NotAtEnd: 'The school does not let plans end later.',
  NothingFollows: 'No payment follows that could be higher.',
  TooLong: 'The plan would end too late.',
  NoRhythm: 'Payments by school term cannot go on after the school year.',
}
