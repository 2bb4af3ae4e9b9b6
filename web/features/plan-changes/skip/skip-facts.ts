import { calendarDate, type CalendarDate } from '#domain/calendar/calendar.ts'
import { changeableUntil, type ComingPayment } from '#domain/plan/changes/coming.ts'
import { skipDetails, type SkipDetails } from '#domain/plan/changes/skip-details.ts'
import { whyNotSkipLike, type SkipRules, type WhyNotSkip } from '#domain/plan/changes/skip-rules.ts'
import { skipOutcomes, withSkipped, type Rhythm, type SkipOutcome } from '#domain/plan/changes/skip.ts'
import type { Region } from '#domain/region.ts'
import type { BankCalendar } from '#domain/calendar/holidays.ts'
import { comingOf, type Coming } from '../plan-facts.ts'
import type { RunningPlan } from '../use-flexible.ts'

/** Everything that a skip is calculated with: the same as on the server. */
export type SkipFacts = SkipRules & {
  planId: string
  version: number
  tuitionYear: number
  skipsPerYear: number
  region: Region
  calendar: BankCalendar
  today: CalendarDate
  lastDay: CalendarDate
  rhythm: Rhythm
  coming: readonly Coming[]
  /** The text about the cost of a skip. */
  text: RunningPlan['flexible']['texts']['skip']
}

export function skipFactsOf({ flexible, onFile, facts }: RunningPlan, region: Region): SkipFacts {
  const { rules, skipsLeft, whyNot, rhythm, lastDay, texts } = flexible
  return {
    planId: onFile.id,
    version: onFile.version,
    tuitionYear: facts.planYear,
    rules,
    skipsLeft,
    skipsPerYear: rules.skipsPerYear,
    whyNot,
    region,
    calendar: facts.material.calendar,
    today: facts.offer.today,
    lastDay: calendarDate(lastDay),
    text: texts.skip,
    rhythm: { frequency: rhythm.frequency, startDate: calendarDate(rhythm.startDate) },
    coming: comingOf({ flexible, facts }),
  }
}

/** Whether a payment is not on its way to the bank yet. */
export function canSkip({ today, calendar }: SkipFacts, { on }: Coming): boolean {
  return today <= changeableUntil(on, calendar)
}

export type Outcome = { rest: ComingPayment[]; details: SkipDetails } | { whyNot: WhyNotSkip }

/** The plan under each outcome; undefined while nothing is chosen. */
export function outcomesOf(
  facts: SkipFacts,
  skipped: readonly CalendarDate[],
): Record<SkipOutcome, Outcome> | undefined {
  if (skipped.length === 0) return undefined
  const of = (outcome: SkipOutcome): Outcome => {
    const whyNot = whyNotSkipLike(facts, { count: skipped.length, outcome })
    if (whyNot) return { whyNot }
    const answer = withSkipped({ ...facts, skipped, outcome })
    if ('whyNot' in answer) return answer
    return { rest: answer.rest, details: skipDetails(facts.coming, answer, outcome) }
  }
  const [spread, atEnd] = skipOutcomes
  return { [spread]: of(spread), [atEnd]: of(atEnd) }
}

export type WorkedOut = Extract<Outcome, { rest: unknown }> & { outcome: SkipOutcome }

/** The way that was picked, or the only one that is possible. */
export function pickedOf(
  outcomes: Record<SkipOutcome, Outcome> | undefined,
  picked: SkipOutcome,
): WorkedOut | undefined {
  const order = [picked, ...skipOutcomes.filter((outcome) => outcome !== picked)]
  for (const outcome of order) {
    const found = outcomes?.[outcome]
    if (found && 'rest' in found) return { ...found, outcome }
  }
  return undefined
}
