import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, calendarDate } from '../calendar/calendar.ts'
import {
  canFinish,
  remindedStarts,
  reminderDue,
  unfinishedReasons,
  type UnfinishedReason,
} from './unfinished-plans.ts'

const startsOn = calendarDate('2027-01-06')
const plan = (reason: UnfinishedReason, savedOn: string | null = '2026-12-01') => ({
  year: 2027,
  reason,
  startsOn,
  mayEdit: true,
  savedOn: savedOn === null ? null : calendarDate(savedOn),
})
const after = (days: number) => addDays(startsOn, days)

describe('A reminder of a plan that nobody has finished', () => {
  it.each<[UnfinishedReason, number, number | undefined]>([
    ['NotSaved', -8, undefined],
    ['NotSaved', -7, 0],
    ['NotSaved', -1, 0],
    // On the first day it is too late to say that it may be late, and too early to say that it is.
    ['NotSaved', 0, undefined],
    ['NotSaved', 1, 1],
    ['NotSaved', 7, 1],
    ['NotSaved', 8, 2],
    ['NotSaved', 22, 4],
    ['NotSaved', 28, 4],
    ['NotSaved', 29, undefined],
    ['NoPlan', -7, 0],
    ['NoPlan', 15, 3],
    ['InReview', -8, undefined],
    ['InReview', -7, 0],
    ['InReview', 1, 1],
    ['InReview', 8, undefined],
  ])('%s, %i days after the first day: number %s', (reason, days, number) => {
    expect(reminderDue(plan(reason), after(days))).toBe(number)
  })

  it('does not come at once after the family has saved or received it', () => {
    expect(reminderDue(plan('InReview', after(-4)), after(-2))).toBeUndefined()
    expect(reminderDue(plan('InReview', after(-4)), after(-1))).toBe(0)
    expect(reminderDue(plan('NoPlan', null), after(-2))).toBe(0)
  })

  it('leads to the plan while a plan for that year can still be saved', () => {
    const may = (today: string, mayEdit = true) =>
      canFinish({ ...plan('NotSaved'), mayEdit }, { today: calendarDate(today), region: 'AU' })
    expect([may('2027-11-30'), may('2027-12-01'), may('2027-01-01', false)]).toEqual([true, false, false])
  })

  it('is only ever due for plans that are looked up', () => {
    const cases = fc.tuple(fc.constantFrom(...unfinishedReasons), fc.integer({ min: -60, max: 60 }))
    fc.assert(
      fc.property(cases, ([reason, days]) => {
        const { from, to } = remindedStarts(after(days))
        expect(
          reminderDue(plan(reason), after(days)) === undefined || (from <= startsOn && startsOn <= to),
        ).toBe(true)
      }),
    )
  })
})
