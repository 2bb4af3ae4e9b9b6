import type { StaffSchool } from '#contract/staff-schools.ts'
import type { Flexibility } from '#domain/plan/changes/flexibility.ts'

/** Null restores a rule's default; an omitted rule stays as it is. */
export type FlexibilityInput = { [Rule in keyof Flexibility]?: Flexibility[Rule] | null | undefined }

/** The school's own rules after an input of staff. */
export function withInput(before: Partial<Flexibility>, input: FlexibilityInput = {}): Partial<Flexibility> {
  const entries = Object.entries(input).filter(([, value]) => value !== undefined)
  const rules = Object.entries({ ...before, ...Object.fromEntries(entries) })
  return Object.fromEntries(rules.filter(([, value]) => value !== null))
}

/** The rules of a school that has decided nothing. */
export const unsetFlexibility: StaffSchool['flexibility'] = {
  movesPerYear: null,
  mostDaysLater: null,
  mostSkipped: null,
  skipsPerYear: null,
  reviewsMoreSkips: null,
  mayEndLater: null,
  monthsAfterYear: null,
  mayPayExtra: null,
}
