import { describe, expect, it } from 'vitest'
import { isMoveOfFailed, whyNotTried, whyNotTriedWords, type TryFacts } from './move-failed.ts'
import type { ChangeDetails } from './plan-change.ts'

const open: TryFacts = {
  isPaying: false,
  isDisputed: false,
  mayBeTried: true,
  wentBack: false,
  methods: 1,
  days: 8,
}

describe('A payment that failed', () => {
  it.each<[what: string, facts: Partial<TryFacts>, whyNot: string | null]>([
    ['can be tried on a new day', {}, null],
    ['not while money for it is on its way', { isPaying: true }, 'OnItsWay'],
    ['not while it is disputed', { isDisputed: true, mayBeTried: false }, 'Disputed'],
    ['not if its money was given back on purpose', { mayBeTried: false }, 'WentBack'],
    ['not if its money had come and went back', { wentBack: true }, 'WentBack'],
    ['not without a method that makes sense', { methods: 0, days: 0 }, 'NoMethod'],
    ['not without a day', { days: 0 }, 'NoDay'],
    ['for the first of several reasons', { isPaying: true, isDisputed: true, methods: 0 }, 'OnItsWay'],
  ])('%s', (_, facts, whyNot) => {
    expect(whyNotTried({ ...open, ...facts })).toBe(whyNot)
    if (whyNot !== null) expect(whyNotTriedWords).toHaveProperty(whyNot)
  })

  it('is told from one that is to come by what is kept of it', () => {
    const move = { kind: 'Move', dueOn: '2027-03-01', amount: 1, from: '2027-03-01', to: '2027-03-09' }
    const failed = { status: 'Overdue', retryOn: null, sourceId: null, requestId: null, method: null }
    expect(isMoveOfFailed(move as ChangeDetails)).toBe(false)
    expect(isMoveOfFailed({ ...move, failed } as ChangeDetails)).toBe(true)
  })
})
