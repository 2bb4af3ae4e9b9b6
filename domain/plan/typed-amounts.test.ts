import { expect, it } from 'vitest'
import { feeItem, planMaterial, tuition } from '#tools/testing/plan-material.ts'
import { normalised, type SentVariances } from './fee-variances.ts'
import { cents } from '../money.ts'
import { attendingIn } from './school-charges.ts'
import { amountProblems } from './typed-amounts.ts'

const items = [
  tuition(10_000_00),
  feeItem({ kind: 'Optional', name: 'Donation', amountMinor: 0 }),
  feeItem({ kind: 'Optional', name: 'Boarding', amountMinor: 30_000_00 }),
]
const enrolmentId = 'student-1'
const owing = (amount: number, id = enrolmentId) => ({
  enrolmentId: id,
  type: 'OutstandingFees' as const,
  amount,
})
const discount = (amount: number) => ({ enrolmentId, type: 'StaffDiscount' as const, amount })
const addon = (name: string, value: number) => ({ enrolmentId, name, value })

function troubles(sent: SentVariances, { onFile, limit }: { onFile?: SentVariances; limit?: number } = {}) {
  const material = planMaterial([{ items }, { items }])
  const own = limit === undefined ? material : { ...material, outstandingFeesLimitMinor: cents(limit) }
  const stored = onFile === undefined ? undefined : normalised(onFile)
  return amountProblems(normalised(sent), stored, own, attendingIn(material, 2027) ?? [])
}

it.each<[string, SentVariances, string[]]>([
  ['outstanding fees at the cap', { outstandingFees: 50_000 }, []],
  ['a cent more', { outstandingFees: 50_000.01 }, ['outstandingFees']],
  ['the same for a student', { standardFeeVariances: [owing(50_000.01)] }, ['standardFeeVariances.0.amount']],
  [
    'two students that owe too much together, at both',
    { standardFeeVariances: [owing(30_000), owing(30_000, 'student-2')] },
    ['standardFeeVariances.0.amount', 'standardFeeVariances.1.amount'],
  ],
  ['a donation at the cap', { addons: [addon('Donation', 10_000)] }, []],
  ['a cent more of it', { addons: [addon('Donation', 10_000.01)] }, ['addons.0.value']],
  ['a fee whose price the school sets', { addons: [addon('Boarding', 30_000)] }, []],
  ['a discount at the cap', { standardFeeVariances: [discount(100_000)] }, []],
  ['a cent more off', { standardFeeVariances: [discount(100_000.01)] }, ['standardFeeVariances.0.amount']],
])('What a family types has a cap: %s', (_, sent, fields) => {
  expect(Object.keys(troubles(sent))).toEqual(fields.map((field) => `variances.${field}`))
})

it('says how much it may be, and what to do if it is more', () => {
  expect(troubles({ outstandingFees: 1_250_000 })).toEqual({
    'variances.outstandingFees':
      'Outstanding fees can be at most $50,000.00 in all. Please contact us if you owe more',
  })
})

it('follows the cap of the school where it has set one', () => {
  expect(troubles({ outstandingFees: 1_000.01 }, { limit: 1_000_00 })).not.toEqual({})
  expect(troubles({ outstandingFees: 80_000 }, { limit: 100_000_00 })).toEqual({})
})

it('lets what is on the plan already stay, and nothing be added to it', () => {
  const sent = {
    outstandingFees: 1_250_000,
    addons: [addon('Donation', 20_000)],
    standardFeeVariances: [discount(200_000)],
  }
  expect(troubles(sent, { onFile: sent })).toEqual({})
  expect(Object.keys(troubles({ ...sent, outstandingFees: 1_250_001 }, { onFile: sent }))).toEqual([
    'variances.outstandingFees',
  ])
})
