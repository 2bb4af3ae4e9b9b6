import { describe, expect, it } from 'vitest'
import {
  disputeStatuses,
  disputeSteps,
  disputeTransitions,
  whyNotAccept,
  whyNotAnswer,
  type DisputeStatus,
} from './disputes.ts'
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

describe('Whether a dispute can still be answered', () => {
  const now = new Date('2026-11-16T05:12:00Z')
  const due = new Date('2026-11-16T23:00:00Z')
  const open = { status: 'Open', evidenceDueAt: due, isAnswered: false } as const

  it.each([
    ['it is open', open, undefined, undefined],
    ['the bank only asks', { ...open, status: 'Inquiry' }, undefined, 'not_possible'],
    ['it was answered', { ...open, isAnswered: true }, 'dispute_answered', 'dispute_answered'],
    ['the deadline is now', { ...open, evidenceDueAt: now }, 'evidence_too_late', undefined],
    ['there is no deadline', { ...open, evidenceDueAt: null }, 'evidence_too_late', undefined],
    ['the bank has decided', { ...open, status: 'Lost' }, 'dispute_closed', 'dispute_closed'],
    ['the question rests', { ...open, status: 'InquiryClosed' }, 'dispute_closed', 'dispute_closed'],
  ] as const)('depends: %s', (_, dispute, answer, accept) => {
    expect(whyNotAnswer(dispute, now)).toBe(answer)
    expect(whyNotAccept(dispute)).toBe(accept)
  })
})
