import { describe, expect, it } from 'vitest'
import {
  basisPointsOf,
  normalised,
  outstandingFeesOf,
  variancesToUse,
  type SentVariances,
  type StoredVariances,
} from './fee-variances.ts'
import type { FeeVarianceType } from './payment-schedule.ts'
import { Refusal } from '../refusal.ts'

const nothing = normalised(null)
const stored = (own: Partial<StoredVariances>): StoredVariances => ({ ...nothing, ...own })
const asking = (type: FeeVarianceType, amount: number | null = null, percent: number | null = null) => ({
  enrolmentId: 'ada',
  type,
  amount,
  percent,
})
const music = { enrolmentId: 'ada', name: 'Music', value: 'Cello' }

describe('One way to write each variance', () => {
  it.each<[string, SentVariances | null | undefined, Partial<StoredVariances>]>([
    ['nothing sent', undefined, {}],
    ['null', null, {}],
    ['an empty form', { standardFeeVariances: [], addons: [], outstandingFees: '' }, {}],
    ['an amount as typed', { outstandingFees: '12.5' }, { outstandingFees: 12.5 }],
    ['an amount of zero', { outstandingFees: '0.00' }, {}],
    ['what is not an amount', { outstandingFees: 'much' }, {}],
    [
      'a discount without a figure',
      { standardFeeVariances: [{ enrolmentId: 'ada', type: 'Scholarship' }] },
      { standardFeeVariances: [asking('Scholarship')] },
    ],
    [
      'a discount with both figures',
      { standardFeeVariances: [{ ...asking('Scholarship'), amount: '10.00', percent: 2.5 }] },
      { standardFeeVariances: [asking('Scholarship', 10, 2.5)] },
    ],
    [
      'spaces around an add-on',
      { addons: [{ enrolmentId: 'ada', name: ' Music ', value: ' Cello ' }] },
      { addons: [music] },
    ],
    ['words', { otherArrangementsRequest: ' Please call ' }, { otherArrangementsRequest: 'Please call' }],
    ['only spaces', { otherArrangementsRequest: ' \n ' }, {}],
    ['a staff discount', { staffDiscount: { percent: 25 } }, { staffDiscount: { percent: 25 } }],
    ['a staff discount of nothing', { staffDiscount: { percent: 0 } }, {}],
  ])('%s', (_, sent, expected) => {
    expect(normalised(sent)).toEqual(stored(expected))
  })

  it('stays as it is when it is written again', () => {
    const once = normalised({ addons: [music], outstandingFees: '5', staffDiscount: { percent: 5 } })
    expect(normalised(once)).toEqual(once)
  })
})

describe('Which variances count', () => {
  const all = { allowFeeVarianceUpdates: true, allowOutstandingFeeUpdates: true }
  const noFees = { ...all, allowFeeVarianceUpdates: false }
  const noOutstanding = { ...all, allowOutstandingFeeUpdates: false }
  const none = { allowFeeVarianceUpdates: false, allowOutstandingFeeUpdates: false }
  const onFile = stored({
    standardFeeVariances: [asking('Scholarship', 100), asking('OutstandingFees', 30)],
    addons: [music],
    outstandingFees: 80,
  })
  const fees = stored({ standardFeeVariances: [asking('Scholarship', 100)], addons: [music] })
  const owed = stored({ standardFeeVariances: [asking('OutstandingFees', 30)], outstandingFees: 80 })

  it.each<[string, typeof all, StoredVariances | null, SentVariances | null, StoredVariances]>([
    [
      'all that is sent, where all may be changed',
      all,
      onFile,
      { outstandingFees: 5 },
      stored({ outstandingFees: 5 }),
    ],
    ['nothing, where nothing is sent and all may be changed', all, onFile, null, nothing],
    ['what is on the plan, where nothing may be changed', none, onFile, null, onFile],
    ['the same sent back', none, onFile, onFile, onFile],
    ['nothing for a first plan', none, null, {}, nothing],
    [
      'the fees of the plan and the outstanding fees that are sent',
      noFees,
      onFile,
      { outstandingFees: 5 },
      stored({ ...fees, outstandingFees: 5 }),
    ],
    [
      'the outstanding fees of the plan and the fees that are sent',
      noOutstanding,
      onFile,
      { staffDiscount: { percent: 5 } },
      stored({ ...owed, staffDiscount: { percent: 5 } }),
    ],
  ])('%s', (_, may, variances, sent, expected) => {
    expect(variancesToUse(sent, variances && { variances }, may)).toEqual(expected)
  })

  it.each<[string, typeof all, SentVariances]>([
    ['an add-on', noFees, { addons: [music] }],
    ['another discount', noFees, { standardFeeVariances: [asking('Scholarship', 101)] }],
    ['a staff discount', noFees, { staffDiscount: { percent: 5 } }],
    ['words', noFees, { otherArrangementsRequest: 'Please call' }],
    ['outstanding fees', noOutstanding, { outstandingFees: 81 }],
    [
      'outstanding fees of a student',
      noOutstanding,
      { standardFeeVariances: [asking('OutstandingFees', 31)] },
    ],
  ])('are refused where %s may not be changed', (_, may, sent) => {
    expect(() => variancesToUse(sent, { variances: onFile }, may)).toThrow(
      new Refusal('fee_changes_not_allowed'),
    )
  })

  it('keep their order, so that an error can be shown at its field', () => {
    const sent = {
      addons: [music],
      standardFeeVariances: [asking('OutstandingFees', 30), asking('Scholarship', 100)],
    }
    expect(variancesToUse(sent, { variances: fees }, noFees)).toEqual(stored(sent))
  })
})

describe('Outstanding fees', () => {
  it.each<[string, Partial<StoredVariances>, number]>([
    ['none', {}, 0],
    ['for no student in particular', { outstandingFees: 876.5 }, 876_50],
    ['for one student', { standardFeeVariances: [asking('OutstandingFees', 12.34)] }, 12_34],
    [
      'for several and for none, but no discounts',
      {
        outstandingFees: 0.01,
        standardFeeVariances: [
          asking('OutstandingFees', 1),
          asking('Scholarship', 500),
          asking('OutstandingFees', 2),
        ],
      },
      3_01,
    ],
  ])('%s', (_, own, total) => {
    expect(outstandingFeesOf(stored(own))).toBe(total)
  })
})

it.each([
  [null, undefined],
  [undefined, undefined],
  [0, 0],
  [7.5, 7_50],
  [100, 100_00],
  [100.01, undefined],
])('%s per cent are %s basis points', (percent, basisPoints) => {
  expect(basisPointsOf(percent)).toBe(basisPoints)
})
