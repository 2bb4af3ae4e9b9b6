import { renderToStaticMarkup } from 'react-dom/server'
import { Router } from 'wouter'
import { describe, expect, it } from 'vitest'
import type { Account } from '#contract/accounts.ts'
import type { PaymentSchedule } from '#contract/payment-schedule.ts'
import { calendarDate } from '#domain/calendar/calendar.ts'
import type { Region } from '#domain/region.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { NextYear } from './next-year.tsx'
import type { PlannerFacts } from '../plan/planner-facts.ts'

type Facts = { today?: string; whyNotEditable?: PlannerFacts['whyNotEditable']; region?: Region }

/** The title, the sentence and the link of the banner. */
function read(
  next: object,
  { today = '2026-11-17', whyNotEditable = 'plan_locked', region = 'AU' }: Facts = {},
) {
  const markup = renderToStaticMarkup(
    <Router ssrPath="/payment-schedule">
      <NextYear
        account={{ region, config: { isSetupIncomplete: false } } as Account}
        facts={
          {
            whyNotEditable,
            offer: { today: calendarDate(today) },
            material: { calendar: calendars[region] },
          } as PlannerFacts
        }
        next={next as PaymentSchedule}
      />
    </Router>,
  )
  const part = (pattern: RegExp) =>
    pattern
      .exec(markup)?.[1]
      ?.replaceAll(/<[^>]+>/g, '')
      .replaceAll('&#x27;', "'")
  return markup && [part(/<h2[^>]*>(.*?)<\/h2>/), part(/<p>(.*?)<\/p>/), part(/<a [^>]*>(.*?)<\/a>/)]
}

const saved = {
  planStatus: 'Saved',
  planYear: 2027,
  planStartDate: '2027-01-22',
  repaymentCount: 25,
  repaymentPeriod: 'Fortnight',
  periodicAmount: 497,
  payments: [{ date: '2027-01-22' }, { date: '2027-02-05' }],
  lastSaved: { by: 'Customer' },
}
const summary = '$497.00 fortnightly, from 22 January 2027.'

describe('The way from a plan that runs to the one for the year to come', () => {
  it('asks to set it up, in the words of the region', () => {
    const none = { planStatus: 'None', planYear: 2027 }
    const words = 'Choose how often you pay and when you start.'
    expect(read(none)).toEqual(['Set up your plan for 2027', words, 'Set up plan for 2027'])
    expect(read(none, { region: 'UK' })).toEqual([
      'Set up your plan for 2027/28',
      words,
      'Set up plan for 2027/28',
    ])
  })

  it('asks for a review of what was prepared', () => {
    const prepared = "Check the fees and payments we've prepared before the plan begins."
    for (const change of [{ lastSaved: { by: 'Renewal' } }, { planStatus: 'Draft' }])
      expect(read({ ...saved, ...change })).toEqual([
        'Review your plan for 2027',
        prepared,
        'Review plan for 2027',
      ])
  })

  it('offers to edit one only while it can be edited', () => {
    expect(read(saved)).toEqual(['Your plan for 2027', `It is saved: ${summary}`, 'Edit plan for 2027'])
    const view = ['Your plan for 2027', summary, 'View plan for 2027']
    expect(read(saved, { today: '2027-01-21' })).toEqual(view)
    expect(read(saved, { whyNotEditable: 'plan_not_editable' })).toEqual(view)
  })

  it('is not there where no plan can be made', () => {
    expect(read({ planStatus: 'None', planYear: 2027 }, { whyNotEditable: 'plan_not_editable' })).toBe('')
  })
})
