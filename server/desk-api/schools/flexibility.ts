import type { StaffSchool } from '#contract/staff-schools.ts'
import type { Flexibility } from '#domain/plan/changes/flexibility.ts'

/** Null brings a rule back to the usual; what is left out stays. */
export type SentFlexibility = { [Rule in keyof Flexibility]?: Flexibility[Rule] | null | undefined }

/** What a school has of its own after staff have sent some of it. */
export function withSent(before: Partial<Flexibility>, sent: SentFlexibility = {}): Partial<Flexibility> {
  const named = Object.entries(sent).filter(([, value]) => value !== undefined)
  const rules = Object.entries({ ...before, ...Object.fromEntries(named) })
  return Object.fromEntries(rules.filter(([, value]) => value !== null))
}

/** A school that has decided nothing. */
export const unset: StaffSchool['flexibility'] = {
  movesPerYear: null,
  mostDaysLater: null,
  mostSkipped: null,
  skipsPerYear: null,
  reviewsMoreSkips: null,
  mayEndLater: null,
  monthsAfterYear: null,
  mayPayExtra: null,
}
