import { describe, expect, it } from 'vitest'
import { cents } from '../money.ts'
import type { FeeLine } from './school-charges.ts'
import { versionDifferences, versionLines, type VersionTotals } from './version-differences.ts'

const line = (name: string, amount: number): FeeLine => ({
  name,
  amountMinor: cents(amount),
  percentage: null,
  portionPercent: null,
  discountPercent: null,
})

function version(changes: Partial<VersionTotals> = {}): VersionTotals {
  return {
    total: cents(14_208_00),
    partYearAdjustment: cents(0),
    balanceAtStart: cents(0),
    outstandingFees: cents(0),
    coversOutstandingFees: false,
    familyFees: [{ name: 'Building fund', amountMinor: cents(208_00) }],
    studentFees: [
      {
        enrolmentId: 'maya',
        studentName: 'Maya Cole',
        yearLevel: 'Year 8',
        fees: [line('Tuition', 15_000_00)],
        discounts: [line('Sibling discount', -1_000_00)],
        addons: [],
      },
    ],
    ...changes,
  }
}

const withCamp = (before: VersionTotals): VersionTotals => ({
  ...before,
  total: cents(before.total + 360_00),
  studentFees: before.studentFees.map((student) => ({
    ...student,
    addons: [{ ...line('Year 8 camp', 360_00), selectedFeeOption: null }],
  })),
})

describe('What a new version of a plan changed', () => {
  it.each<[string, VersionTotals, VersionTotals, { label: string; amount: number }[]]>([
    ['nothing', version(), version(), []],
    ['a fee more', version(), withCamp(version()), [{ label: 'Year 8 camp, Maya Cole', amount: 360_00 }]],
    ['a fee less', withCamp(version()), version(), [{ label: 'Year 8 camp, Maya Cole', amount: -360_00 }]],
    [
      'fees owed from before that are now part of it',
      version({ outstandingFees: cents(50_00) }),
      version({ outstandingFees: cents(50_00), coversOutstandingFees: true, total: cents(14_258_00) }),
      [{ label: 'Outstanding fees', amount: 50_00 }],
    ],
    [
      'a total that its lines do not explain',
      version(),
      version({ total: cents(14_209_00) }),
      [{ label: 'Not itemised', amount: 1_00 }],
    ],
  ])('is %s', (_, before, after, expected) => {
    expect(versionDifferences(before, after)).toEqual(expected)
  })

  it('always adds up, and so do the lines of each version', () => {
    let seed = 7
    const random = () => (seed = (seed * 48_271) % 2_147_483_647) % 1_000_00
    const any = () =>
      version({
        total: cents(random()),
        partYearAdjustment: cents(-random()),
        balanceAtStart: cents(random() - 50_000),
        outstandingFees: cents(random()),
        coversOutstandingFees: random() % 2 === 0,
        familyFees: [{ name: `Fund ${random() % 3}`, amountMinor: cents(random()) }],
      })
    const sum = (lines: { amount: number }[]) => lines.reduce((total, { amount }) => total + amount, 0)
    for (let time = 0; time < 500; time += 1) {
      const [before, after] = [any(), any()]
      expect(sum(versionLines(after))).toBe(after.total)
      expect(sum(versionDifferences(before, after))).toBe(after.total - before.total)
    }
  })
})
