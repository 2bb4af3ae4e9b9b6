import { describe, expect, it } from 'vitest'
import {
  adjustmentLimit,
  approvalKinds,
  refundNeedsApproval,
  roleForApproval,
  whyNotApprove,
} from './approvals.ts'

const asked = { kind: 'Refund', status: 'Open', requestedById: 'sam', amount: 50_000_00 } as const

describe('Who may approve', () => {
  it.each([
    ['another person of the role', { staffId: 'kim', role: 'operations' }, asked, undefined],
    ['another person of a higher role', { staffId: 'kim', role: 'admin' }, asked, undefined],
    ['the one who asked', { staffId: 'sam', role: 'operations' }, asked, 'own_request'],
    ['the one who asked, as an admin', { staffId: 'sam', role: 'admin' }, asked, 'own_request'],
    ['another person of a lower role', { staffId: 'kim', role: 'support' }, asked, 'forbidden'],
    [
      'operations, for a surcharge rate',
      { staffId: 'kim', role: 'operations' },
      { ...asked, kind: 'SurchargeRate' },
      'forbidden',
    ],
    [
      'operations, for a write-off up to the limit',
      { staffId: 'kim', role: 'operations' },
      { ...asked, kind: 'Adjustment', amount: adjustmentLimit },
      undefined,
    ],
    [
      'operations, for a write-off above the limit',
      { staffId: 'kim', role: 'operations' },
      { ...asked, kind: 'Adjustment', amount: adjustmentLimit + 1 },
      'forbidden',
    ],
    [
      'an admin, for a write-off above the limit',
      { staffId: 'kim', role: 'admin' },
      { ...asked, kind: 'Adjustment', amount: adjustmentLimit + 1 },
      undefined,
    ],
    [
      'anyone, once it is approved',
      { staffId: 'kim', role: 'admin' },
      { ...asked, status: 'Approved' },
      'already_decided',
    ],
    [
      'anyone, once it is declined',
      { staffId: 'kim', role: 'admin' },
      { ...asked, status: 'Declined' },
      'already_decided',
    ],
    [
      'anyone, once it is withdrawn',
      { staffId: 'kim', role: 'admin' },
      { ...asked, status: 'Withdrawn' },
      'already_decided',
    ],
  ] as const)('%s', (_, person, approval, refusal) => {
    expect(whyNotApprove(approval, person)).toBe(refusal)
  })

  it('never support', () => {
    for (const kind of approvalKinds) expect(roleForApproval[kind]).not.toBe('support')
  })
})

describe('A refund', () => {
  it.each([
    ['up to the limit', { amount: 500, refundedLately: 0 }, false],
    ['a cent above it', { amount: 501, refundedLately: 0 }, true],
    ['that reaches it with earlier ones', { amount: 200, refundedLately: 300 }, false],
    ['that passes it with earlier ones', { amount: 201, refundedLately: 300 }, true],
    ['of money that the family no longer has', { amount: 1, refundedLately: 0, overCredit: 1 }, true],
  ])('%s needs a second person: %s', (_, refund, isNeeded) => {
    expect(refundNeedsApproval({ limit: 500, overCredit: 0, ...refund })).toBe(isNeeded)
  })
})
