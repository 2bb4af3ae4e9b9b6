import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { normalised, type StoredVariances } from '#domain/plan/fee-variances.ts'
import { cents } from '#domain/money.ts'
import type { PlanMaterial } from '#domain/plan/plan-material.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { FeesCard } from './fees-card.tsx'
import type { PlannerFacts } from '../../plan/planner-facts.ts'

const enrolment = (id: string, studentName: string, startYearLevel: string) => ({
  id,
  studentId: id,
  studentName,
  institutionId: 'school',
  larkwellId: 'sch-school',
  institutionName: 'Wattle Grove College',
  startYear: 2027,
  startYearLevel,
  joinedOn: null,
  portionBasisPoints: 10_000,
  holdsRemainder: true,
  discountLimitBasisPoints: 15_00,
})

const material: PlanMaterial = {
  region: 'AU',
  calendar: calendars.AU,
  institutionId: 'school',
  enrolments: [
    enrolment('isla', 'Isla Hart', 'Year 7'),
    { ...enrolment('oliver', 'Oliver Hart', 'Year 12'), startYear: 2026 },
  ],
  schedules: [
    {
      id: 'fees',
      institutionId: 'school',
      institutionName: 'Wattle Grove College',
      year: 2027,
      terms: [],
      items: [
        {
          kind: 'Fixed',
          yearLevel: null,
          name: 'Tuition',
          amountMinor: cents(500_00),
          percentBasisPoints: null,
          isDiscountable: true,
          options: [],
        },
      ],
    },
  ],
  otherShares: [],
  plan: null,
  outstandingFeesLimitMinor: cents(50_000_00),
  balanceMinor: cents(0),
  freeCreditMinor: cents(0),
}

const drawn = (
  part: Partial<StoredVariances>,
  { errors = {}, region = 'AU' }: { errors?: Record<string, string>; region?: 'AU' | 'UK' } = {},
) => {
  const offer = { allowFeeVarianceUpdates: true, allowOutstandingFeeUpdates: true } as PlannerFacts['offer']
  return renderToStaticMarkup(
    <FeesCard
      accountId="account"
      facts={{
        planYear: 2027,
        material: { ...material, region },
        offer,
        alsoCollected: [],
        whyNotEditable: null,
      }}
      plan={undefined}
      variances={{ ...normalised(null), ...part }}
      errors={errors}
      onChange={() => undefined}
    />,
  )
}

const scholarship = { type: 'Scholarship', amount: null, percent: 10 } as const

describe('The fees card', () => {
  it('says at the row what is wrong with a request', () => {
    const markup = drawn(
      { standardFeeVariances: [{ ...scholarship, enrolmentId: 'isla' }] },
      { errors: { 'variances.standardFeeVariances.0.percent': 'Enter an amount or a percentage, not both' } },
    )
    expect(markup).toContain('Scholarship: Enter an amount or a percentage, not both')
    expect(markup).toContain('badge--error')
    expect(markup).toContain('aria-label="Remove Scholarship for Isla Hart"')
  })

  it('shows a request for somebody who has left, to be taken off but not changed', () => {
    const markup = drawn({ standardFeeVariances: [{ ...scholarship, enrolmentId: 'oliver' }] })
    expect(markup).toContain('Not at school in 2027')
    expect(markup).toContain('aria-label="Remove Scholarship for Oliver Hart"')
    expect(markup).not.toContain('Edit Scholarship')
  })

  it('offers nothing to change in the United Kingdom, and is away where it has nothing to say', () => {
    expect(drawn({}, { region: 'UK' })).toBe('')
    const markup = drawn(
      { standardFeeVariances: [{ ...scholarship, enrolmentId: 'isla' }] },
      { region: 'UK' },
    )
    expect(markup).toContain('Scholarship 10%')
    expect(markup).not.toContain('<button')
  })
})
