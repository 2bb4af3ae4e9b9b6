import { describe, expect, it } from 'vitest'
import { calendarDate } from '#domain/calendar/calendar.ts'
import { cents } from '#domain/money.ts'
import { lastDayOf, usualFlexibility } from '#domain/plan/changes/flexibility.ts'
import { collectionDate, dueDate } from '#domain/plan/payment-schedule.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { outcomesOf, pickedOf, type SkipFacts } from './skip-facts.ts'
import { atEndHint, curveSentence, grantNote, headlineOf, paymentNames, skippedNames } from './skip-words.ts'

const date = calendarDate
const startDate = date('2026-09-01')

/** Nine payments of £840.00 of a monthly plan, seen on 16 November 2026. */
const nadia: SkipFacts = {
  planId: '',
  version: 1,
  tuitionYear: 2026,
  rules: usualFlexibility,
  skipsLeft: 2,
  skipsPerYear: 2,
  whyNot: null,
  region: 'UK',
  calendar: calendars.UK,
  today: date('2026-11-16'),
  lastDay: lastDayOf(2026, usualFlexibility, 'UK'),
  rhythm: { frequency: 'Month', startDate },
  text: { version: 1, fee: 'None' },
  coming: Array.from({ length: 9 }, (_, index) => {
    const dueOn = dueDate(startDate, index + 3, 'Month')
    const collectOn = collectionDate(dueOn, calendars.UK)
    return { dueOn, collectOn, movedFrom: null, amount: cents(840_00), on: collectOn }
  }),
}

const first = (count: number) => nadia.coming.slice(0, count)
function worked(count: number, outcome: 'Spread' | 'AtEnd') {
  const outcomes = outcomesOf(
    nadia,
    first(count).map(({ dueOn }) => dueOn),
  )
  const found = pickedOf(outcomes, outcome)
  if (!found) throw new Error('Not possible')
  return found
}

describe('The words of a skip', () => {
  it('say what is paid then', () => {
    expect(headlineOf(nadia, worked(2, 'Spread'))).toEqual({
      eyebrow: 'From 1 February you pay',
      amount: 1_080_00,
      text: 'a month, 7 payments, £240.00 more than now',
    })
    expect(headlineOf(nadia, worked(3, 'AtEnd'))).toEqual({
      eyebrow: 'You still pay',
      amount: 840_00,
      text: 'a month, 9 payments, until 1 November 2027',
    })
  })

  it('name payments by their month, or by their day where a month has several', () => {
    expect(nadia.coming.slice(0, 2).map(paymentNames(nadia.coming))).toEqual([
      { name: 'December', day: 'Tuesday 1st' },
      { name: 'January', day: 'Monday 4th' },
    ])
    const weekly = [date('2026-12-03'), date('2026-12-10')].map((on) => ({ ...nadia.coming[0]!, on }))
    expect(weekly.map(paymentNames(weekly))).toEqual([
      { name: '3 Dec', day: 'Thursday' },
      { name: '10 Dec', day: 'Thursday' },
    ])
  })

  it.each([
    ['December', [0]],
    ['December and January', [0, 1]],
    ['December to February', [0, 1, 2]],
    ['December, January and March', [0, 1, 3]],
  ])('list what is skipped: %s', (words, places) => {
    expect(
      skippedNames(
        nadia.coming,
        places.map((place) => nadia.coming[place]!),
      ),
    ).toBe(words)
  })

  it('say who decides, and when', () => {
    expect(grantNote(nadia, first(2))).toMatchObject({
      isGranted: true,
      text: 'Your school lets you skip up to two payments in a school year.',
    })
    expect(grantNote(nadia, first(3)).text).toBe(
      'Your school lets us grant up to two at once. For three, one of us looks first: you have our answer by the end of Wednesday 18 November. Until then nothing changes.',
    )
    // The answer may come after the first payment can be skipped.
    expect(grantNote({ ...nadia, today: date('2026-11-27') }, first(3)).text).toContain(
      'We can only grant it until the end of Friday 27 November; after that the payment of 1 December is collected.',
    )
  })

  it('say the curve in a sentence, and what runs into the next year', () => {
    expect(curveSentence(nadia, worked(2, 'Spread'))).toBe(
      'What is left stays at £7,560.00 while 2 payments are skipped, then falls to nothing by 2 August 2027, as it does now.',
    )
    expect(curveSentence(nadia, worked(3, 'AtEnd'))).toBe(
      'What is left stays at £7,560.00 while 3 payments are skipped, then falls by £840.00 a month to nothing on 1 November 2027 instead of 2 August 2027.',
    )
    expect(atEndHint(nadia, worked(2, 'AtEnd'))).toBe('Two payments run into next year’s plan')
  })
})
