import { describe, expect, it } from 'vitest'
import { disputeStatuses, disputeSteps, disputeTransitions, type DisputeStatus } from './disputes.ts'
import { mayFollow } from './transitions.ts'

describe('What is recorded of a dispute', () => {
  it.each<[DisputeStatus | undefined, DisputeStatus, DisputeStatus[]]>([
    [undefined, 'Inquiry', ['Inquiry']],
    [undefined, 'InquiryClosed', []],
    [undefined, 'Open', ['Open']],
    [undefined, 'Won', []],
    [undefined, 'Lost', ['Open', 'Lost']],
    ['Inquiry', 'InquiryClosed', ['InquiryClosed']],
    ['Inquiry', 'Won', ['InquiryClosed']],
    ['Inquiry', 'Open', ['Open']],
    ['Inquiry', 'Lost', ['Open', 'Lost']],
    ['InquiryClosed', 'Open', ['Open']],
    ['Open', 'Won', ['Won']],
    ['Open', 'Lost', ['Lost']],
    // An old event that comes late.
    ['Open', 'Inquiry', []],
    ['Lost', 'Open', []],
    ['Won', 'Lost', []],
  ])('from %s to %s is %j', (known, reported, steps) => {
    expect(disputeSteps(known, reported)).toEqual(steps)
  })

  it('follows the table of transitions, and nothing is recorded twice', () => {
    for (const known of [undefined, ...disputeStatuses]) {
      for (const reported of disputeStatuses) {
        let last = known
        for (const step of disputeSteps(known, reported)) {
          if (last !== undefined) expect(mayFollow(disputeTransitions, last, step)).toBe(true)
          last = step
        }
        if (last !== undefined) expect(disputeSteps(last, reported)).toEqual([])
      }
    }
  })
})
