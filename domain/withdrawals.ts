import type { Transitions } from './transitions.ts'

/**
 * Money on its way out: held at once, confirmed by the customer with a code, decided by staff, then paid. What is not
 * confirmed in time is cancelled by itself.
 */
export const withdrawalStatuses = [
  'Unconfirmed',
  'Pending',
  'Approved',
  'Paid',
  'Declined',
  'Cancelled',
] as const
export type WithdrawalStatus = (typeof withdrawalStatuses)[number]

export const withdrawalTransitions: Transitions<WithdrawalStatus> = {
  Unconfirmed: ['Pending', 'Cancelled'],
  Pending: ['Approved', 'Declined'],
  // The bank may send a payout back.
  Approved: ['Paid', 'Declined'],
  Paid: [],
  Declined: [],
  Cancelled: [],
}
