import { describe, expect, it } from 'vitest'
import { calendarDate } from './calendar/calendar.ts'
import {
  countSteps,
  familySetUp,
  setUpYear,
  stepOf,
  type FamilySetUp,
  type SetUpFacts,
  type SetUpStep,
} from './school-standing.ts'

const facts = (changed: Partial<SetUpFacts> = {}): SetUpFacts => ({
  productType: 'PayPlus',
  setupStatus: 'NoFurtherSteps',
  planStatus: 'Saved',
  hasMethod: true,
  ...changed,
})

describe('The year that families set up', () => {
  it.each([
    ['2026-11-18', 'AU', 75, 2027],
    ['2026-10-16', 'AU', 75, 2026],
    ['2026-10-17', 'AU', 75, 2027],
    ['2026-11-18', 'AU', null, 2027],
    ['2026-11-18', 'AU', 10, 2026],
    ['2026-11-18', 'UK', 75, 2026],
    ['2027-07-15', 'UK', 75, 2027],
  ] as const)('is, on %s in %s with %s days, %s', (today, region, renewalOpensDays, year) => {
    expect(setUpYear(calendarDate(today), { region, renewalOpensDays })).toBe(year)
  })
})

describe('A family', () => {
  it.each<[string, Partial<SetUpFacts>, FamilySetUp, SetUpStep]>([
    ['with a saved plan and a method is ready', {}, 'Ready', 'Ready'],
    ['whose plan runs is ready', { planStatus: 'Current' }, 'Ready', 'Ready'],
    ['without a plan lacks one', { planStatus: null }, 'NoPlan', 'Account'],
    ['with a draft has begun', { planStatus: 'Draft' }, 'Draft', 'Begun'],
    ['without a method lacks one', { hasMethod: false }, 'NoMethod', 'PlanSaved'],
    ['whose plan is looked at waits', { planStatus: 'ManualReview' }, 'InReview', 'MethodAdded'],
    [
      'whose plan is looked at and that has no method waits too',
      { planStatus: 'ManualReview', hasMethod: false },
      'InReview',
      'PlanSaved',
    ],
    ['that has to prove who it is waits', { setupStatus: 'VerifyYourIdentity' }, 'Identity', 'MethodAdded'],
    ['that pays as it goes needs no plan', { productType: 'Pay', planStatus: null }, 'Ready', 'Ready'],
  ])('%s', (_, changed, setUp, step) => {
    expect([familySetUp(facts(changed)), stepOf(facts(changed))]).toEqual([setUp, step])
  })

  it('counts at every step that it has reached', () => {
    const families = [
      { ...facts(), count: 3 },
      { ...facts({ hasMethod: false }), count: 2 },
      { ...facts({ planStatus: null }), count: 1 },
    ]
    expect(countSteps(families)).toEqual({ Account: 6, Begun: 5, PlanSaved: 5, MethodAdded: 3, Ready: 3 })
  })
})
