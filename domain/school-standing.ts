import { needsPlan, type AccountSetupStatus, type ProductType } from './accounts.ts'
import { addDays, type CalendarDate } from './calendar/calendar.ts'
import { tuitionYearEnd, tuitionYearOf, type PlanStatus } from './plan/payment-schedule.ts'
import type { Region } from './region.ts'

/** The set-up steps of a family for a school year, in order. */
export const setUpSteps = ['Account', 'Begun', 'PlanSaved', 'MethodAdded', 'Ready'] as const
export type SetUpStep = (typeof setUpSteps)[number]

/** The state of a family's set-up for a school year: the next missing part, or ready. */
export const familySetUps = ['NoPlan', 'Draft', 'NoMethod', 'Identity', 'InReview', 'Ready'] as const
export type FamilySetUp = (typeof familySetUps)[number]

/** The default number of days before the school year in which plans are renewed. */
const usualRenewalDays = 75

/** The school year that families set up now: the next one once its plans may be made, this one before. */
export function setUpYear(
  today: CalendarDate,
  { region, renewalOpensDays }: { region: Region; renewalOpensDays: number | null },
): number {
  const year = tuitionYearOf(today, region)
  const opensOn = addDays(tuitionYearEnd(year, region), -(renewalOpensDays ?? usualRenewalDays))
  return today >= opensOn ? year + 1 : year
}

export type SetUpFacts = {
  productType: ProductType
  setupStatus: AccountSetupStatus
  /** The status of the plan for that year; null without one. */
  planStatus: Exclude<PlanStatus, 'None'> | null
  hasMethod: boolean
}

export function familySetUp({ productType, setupStatus, planStatus, hasMethod }: SetUpFacts): FamilySetUp {
  if (needsPlan(productType)) {
    if (planStatus === null) return 'NoPlan'
    if (planStatus === 'Draft') return 'Draft'
  }
  if (planStatus === 'ManualReview' || setupStatus === 'ManualReview') return 'InReview'
  if (!hasMethod) return 'NoMethod'
  return setupStatus === 'VerifyYourIdentity' ? 'Identity' : 'Ready'
}

/** The set-up step that a family has reached. */
export function stepOf(facts: SetUpFacts): SetUpStep {
  const setUp = familySetUp(facts)
  if (setUp === 'NoPlan') return 'Account'
  if (setUp === 'Draft') return 'Begun'
  if (!facts.hasMethod) return 'PlanSaved'
  return setUp === 'Ready' ? 'Ready' : 'MethodAdded'
}

/** The number of families that have reached each step. */
export function countSteps(families: readonly (SetUpFacts & { count: number })[]): Record<SetUpStep, number> {
  const reached = (step: SetUpStep) =>
    families
      .filter((facts) => setUpSteps.indexOf(stepOf(facts)) >= setUpSteps.indexOf(step))
      .reduce((sum, { count }) => sum + count, 0)
  return Object.fromEntries(setUpSteps.map((step) => [step, reached(step)])) as Record<SetUpStep, number>
}
