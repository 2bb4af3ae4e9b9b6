import { describe, expect, it } from 'vitest'
import { type Finding, type Limits, median, quantile, ratioOf, verdictOf } from './goal.ts'

const finding = (value: number, limits: Limits): Finding => ({
  goal: 'X1',
  what: 'anything',
  value,
  unit: 'kB',
  limits,
})
const size: Limits = { better: 'lower', goal: 89, budget: 95, defect: 128 }
const endless: Limits = { better: 'lower', goal: 1 }
const rate: Limits = { better: 'higher', goal: 0.8, defect: 0.6 }

describe('A figure', () => {
  it.each([
    ['meets its goal exactly at the limit', 89, size, 'goal met'],
    ['may miss the goal and keep the budget', 89.1, size, 'within budget'],
    ['misses the goal beyond the budget', 95.1, size, 'goal missed'],
    ['is no defect on the defect line itself', 128, size, 'goal missed'],
    ['is a defect beyond the line', 128.1, size, 'DEFECT'],
    ['that ought to be high meets its goal from above', 0.93, rate, 'goal met'],
    ['that ought to be high misses it from below', 0.79, rate, 'goal missed'],
    ['that ought to be high is a defect when too low', 0.59, rate, 'DEFECT'],
    ['without a defect line is never one', 1_000, endless, 'goal missed'],
  ])('%s', (_, value, limits, verdict) => {
    expect(verdictOf(finding(value, limits))).toBe(verdict)
  })

  it('that was not measured has no verdict', () => {
    expect(() => verdictOf(finding(NaN, size))).toThrow('not measured')
  })
})

describe('The ratio of two series', () => {
  it('compares neighbours, so that a machine that slows down for both does not move it', () => {
    expect(ratioOf([800, 400, 80], [1_000, 500, 100])).toBe(0.8)
  })

  it('needs a partner for every round', () => {
    expect(() => ratioOf([1, 2], [1])).toThrow()
  })
})

describe('A quantile', () => {
  it.each([
    ['is the middle of an odd number', [3, 1, 2], 0.5, 2],
    ['lies between the two middles of an even number', [1, 2, 3, 4], 0.5, 2.5],
    ['is the largest at the end', [5, 9, 7], 1, 9],
  ])('%s', (_, values, share, expected) => {
    expect(quantile(values, share)).toBe(expected)
  })

  it('does not reorder what it is given', () => {
    const values = [3, 1, 2]
    median(values)
    expect(values).toEqual([3, 1, 2])
  })
})
