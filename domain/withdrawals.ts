import type { Transitions } from './transitions.ts'

/** Money on its way out: held at once, decided by staff, then paid. */
export const withdrawalStatuses = ['Pending', 'Approved', 'Paid', 'Declined'] as const
export type WithdrawalStatus = (typeof withdrawalStatuses)[number]

export const withdrawalTransitions: Transitions<WithdrawalStatus> = {
  Pending: ['Approved', 'Declined'],
  // The bank may send a payout back.
  Approved: ['Paid', 'Declined'],
  Paid: [],
  Declined: [],
}
