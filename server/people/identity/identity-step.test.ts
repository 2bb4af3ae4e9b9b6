import { describe, expect, it } from 'vitest'
import type { IdentityManner, IdentityOutcome } from '#domain/identity.ts'
import { checksLeft, identityStep, type CheckSummary, type IdentityFacts } from './identity-step.ts'

const now = new Date('2026-05-20T02:00:00Z')
const minute = 60_000
const day = 24 * 60 * minute

const check = (manner: IdentityManner, outcome: IdentityOutcome | null, ago: number): CheckSummary => ({
  manner,
  outcome,
  createdAt: new Date(now.getTime() - ago),
})
const required: IdentityFacts = {
  region: 'AU',
  setupStatus: 'VerifyYourIdentity',
  productChangeStatus: null,
  isInReview: false,
  checks: [],
}
const settled = { ...required, setupStatus: 'NoFurtherSteps' as const }
const fail = (ago: number) => check('Automatic', 'Fail', ago)

describe('The next identity step', () => {
  it.each<[string, IdentityFacts, string, number]>([
    ['is the check', required, 'Check', 3],
    ['is none where nothing requires it', settled, 'NotNeeded', 3],
    ['is none after a pass', { ...settled, checks: [check('Automatic', 'Pass', 1)] }, 'NotNeeded', 2],
    ['is the check for a new product', { ...settled, productChangeStatus: 'VerifyYourIdentity' }, 'Check', 3],
    ['is none before the details', { ...settled, productChangeStatus: 'VerifyYourDetails' }, 'NotNeeded', 3],
    [
      'is none while the product change is processed',
      { ...settled, productChangeStatus: 'Processing' },
      'NotNeeded',
      3,
    ],
    ['is to wait for the review', { ...settled, isInReview: true }, 'InReview', 3],
    ['is to wait, whatever requires it', { ...required, isInReview: true, checks: [fail(1)] }, 'InReview', 2],
    ['is a copy after a failed check', { ...required, checks: [fail(minute)] }, 'Upload', 2],
    ['is a copy after a failed check on another day', { ...required, checks: [fail(9 * day)] }, 'Upload', 3],
    [
      'is another copy after staff declined one',
      { ...required, checks: [check('Manual', 'Fail', 1), fail(2)] },
      'Upload',
      2,
    ],
    [
      'is a copy again where no check is left',
      { ...required, checks: [check('Manual', 'Fail', 1), fail(2), fail(3), fail(4)] },
      'Upload',
      0,
    ],
    [
      'is the check after a failed credit check',
      { ...required, checks: [check('CreditBody', 'Fail', 1)] },
      'Check',
      3,
    ],
    [
      'is a copy after a failed check, whatever a later credit check said',
      { ...required, checks: [check('CreditBody', 'Fail', 1), fail(2)] },
      'Upload',
      2,
    ],
    [
      'is the check although an old one passed',
      { ...required, checks: [check('Automatic', 'Pass', 400 * day)] },
      'Check',
      3,
    ],
    [
      'stays the check while one is running',
      { ...required, checks: [check('Automatic', null, minute)] },
      'Check',
      2,
    ],
    [
      'is a copy after a check that never ended',
      { ...required, checks: [check('Automatic', null, 3 * minute)] },
      'Upload',
      2,
    ],
    [
      'is a copy while the last check of today is running',
      { ...required, checks: [check('Automatic', null, 1), fail(2), fail(3)] },
      'Upload',
      0,
    ],
  ])('%s', (_, facts, step, left) => {
    expect([identityStep(facts, now), checksLeft(facts, now)]).toEqual([step, left])
  })

  it.each([
    // Midnight in Sydney is 14:00 in UTC in winter, and 13:00 in summer.
    ['AU', '2026-06-10T13:59:59Z', '2026-06-10T13:59:59Z', 2],
    ['AU', '2026-06-10T13:59:59Z', '2026-06-10T14:00:00Z', 3],
    ['AU', '2026-01-10T12:59:59Z', '2026-01-10T13:00:00Z', 3],
    ['UK', '2026-06-10T13:59:59Z', '2026-06-10T14:00:00Z', 2],
    // In London it is 23:00 UTC in summer.
    ['UK', '2026-06-10T22:59:59Z', '2026-06-10T23:00:00Z', 3],
    ['UK', '2026-01-10T22:59:59Z', '2026-01-10T23:00:00Z', 2],
    ['UK', '2026-01-10T23:59:59Z', '2026-01-11T00:00:00Z', 3],
  ] as const)('in %s, of one that began at %s, %s leaves %i', (region, began, later, left) => {
    const checks = [{ manner: 'Automatic' as const, outcome: 'Fail' as const, createdAt: new Date(began) }]
    expect(checksLeft({ region, checks }, new Date(later))).toBe(left)
  })
})
