import { describe, expect, it } from 'vitest'
import { calendarDate } from '#domain/calendar/calendar.ts'
import { flagsOf, type AccountState } from '../accounts/account-facts.ts'
import { planYearsOf } from '../accounts/plan-years.ts'
import { readWritten } from '../http/reply-writer.ts'
import type { OverviewPolicy } from './overview.store.ts'
import { policyOf, writtenConfigOf } from './policy.ts'

const policy: OverviewPolicy = {
  region: 'AU',
  isSetupIncomplete: false,
  checksSetupStatus: false,
  renewalStatus: 'New',
  canEditOrAddPlan: true,
  allowsScheduleUpdates: true,
  allowsSourceUpdates: true,
  allowedRegionalMethods: ['AuBankAccount'],
  allowedPortalMethods: ['BankAccount', 'PaymentCard'],
  showsDirectDebitAuthorisation: true,
  requiresManualReview: false,
  allowsFeeVarianceUpdates: true,
  allowsOutstandingFeeUpdates: true,
  onlyLongestPlans: false,
  absorbCardSurcharge: 'None',
  surchargeRates: null,
}

const policies: OverviewPolicy[] = [
  policy,
  { ...policy, canEditOrAddPlan: false },
  { ...policy, region: 'UK', onlyLongestPlans: true },
  { ...policy, renewalStatus: 'NoFeeSchedule', isSetupIncomplete: true },
]
const plans: AccountState['plans'][] = [
  [],
  [{ status: 'Draft' }],
  [{ status: 'Draft' }, { status: 'Saved' }],
  [{ status: 'Current' }],
]
const changes: AccountState['productChange'][] = [
  null,
  { status: 'Processing', frequency: null },
  { status: 'Completed', frequency: 'Month' },
]
const days = ['2026-08-31', '2026-09-01', '2026-12-31', '2027-01-01', '2026-08-31'].map(calendarDate)

describe('The flags of an account', () => {
  it('are those of its policy, its state and the day, however often and in whatever order they are asked for', () => {
    for (const today of days)
      for (const each of [...policies, ...policies])
        for (const productChange of changes)
          for (const hasUsableSource of [true, false])
            for (const held of plans) {
              const state = { plans: held, hasUsableSource, productChange }
              const written = writtenConfigOf(policyOf(JSON.stringify(each)), state, today)
              expect(readWritten(written)).toEqual({
                ...flagsOf(each, state, today),
                planYearOptions: planYearsOf(each, today),
              })
            }
  })

  it('are still right where there are more policies than are kept', () => {
    const state = { plans: [], hasUsableSource: false, productChange: null }
    for (let basisPoints = 0; basisPoints < 2_500; basisPoints++) {
      const rate = {
        region: 'AU',
        cardGroup: 'AmericanExpress',
        basisPoints,
        validFrom: days[0],
        validTo: null,
      }
      const text = JSON.stringify({
        ...policy,
        isSetupIncomplete: basisPoints % 2 === 0,
        surchargeRates: [rate],
      })
      const known = policyOf(text)
      expect(known.surchargeRates).toMatchObject([{ basisPoints }])
      const config = readWritten(writtenConfigOf(known, state, days[0]!))
      expect(config.isSetupIncomplete).toBe(basisPoints % 2 === 0)
    }
  })
})
