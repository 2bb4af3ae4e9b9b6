import type { Transitions } from './transitions.ts'

/**
 * A payer's objection to a payment, as their bank handles it. An inquiry is a question of the bank that takes no money; it
 * may become a dispute, which takes the money back until the bank has decided.
 */
export const disputeStatuses = ['Inquiry', 'InquiryClosed', 'Open', 'Won', 'Lost'] as const
export type DisputeStatus = (typeof disputeStatuses)[number]

export const disputeTransitions: Transitions<DisputeStatus> = {
  Inquiry: ['InquiryClosed', 'Open'],
  InquiryClosed: ['Open'],
  Open: ['Won', 'Lost'],
  // The payment counts again: the bank decided so, or the payer withdrew the dispute.
  Won: [],
  // The money stays with the payer.
  Lost: [],
}

/**
 * What has to be recorded, in this order, so that a dispute last known as `known` is where the provider reports it. A
 * dispute that was won before we heard of it has moved nothing.
 */
export function disputeSteps(known: DisputeStatus | undefined, reported: DisputeStatus): DisputeStatus[] {
  if (known === reported || known === 'Won' || known === 'Lost') return []
  if (reported === 'Lost') return known === 'Open' ? ['Lost'] : ['Open', 'Lost']
  if (reported === 'Won' && known === 'Open') return ['Won']
  if (reported === 'Open') return ['Open']
  if (reported === 'Inquiry') return known === undefined ? ['Inquiry'] : []
  // The bank let it rest, or had decided for the payment before we heard of a dispute.
  return known === 'Inquiry' ? ['InquiryClosed'] : []
}
