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
 * The steps to record, in order, to bring a dispute from its `recorded` status to the one that the provider reports. A
 * dispute that was won before we heard of it has moved nothing.
 */
export function disputeSteps(known: DisputeStatus | undefined, reported: DisputeStatus): DisputeStatus[] {
  if (known === reported || known === 'Won' || known === 'Lost') return []
  if (reported === 'Lost') return known === 'Open' ? ['Lost'] : ['Open', 'Lost']
  if (reported === 'Won' && known === 'Open') return ['Won']
  if (reported === 'Open') return ['Open']
  if (reported === 'Inquiry') return known === undefined ? ['Inquiry'] : []
  // The bank dropped the inquiry, or decided for the payment before we knew of a dispute.
  return known === 'Inquiry' ? ['InquiryClosed'] : []
}

/** The payer's reasons as reported by the bank, in our words. */
const reasonWords: Record<string, string> = {
  bank_cannot_process: 'The bank could not process it',
  check_returned: 'A cheque was returned',
  credit_not_processed: 'A refund was expected',
  customer_initiated: 'The payer has asked for it back',
  debit_not_authorized: 'The debit was not authorised',
  duplicate: 'Charged twice',
  fraudulent: 'Not recognised',
  general: 'No particular reason',
  incorrect_account_details: 'The account details were wrong',
  insufficient_funds: 'Not enough money in the account',
  noncompliant: 'Against the rules of the card network',
  product_not_received: 'Not received',
  product_unacceptable: 'Not as described',
  subscription_canceled: 'Cancelled before',
  unrecognized: 'Not recognised',
}

export function disputeReasonText(reason: string): string {
  return reasonWords[reason] ?? 'Another reason'
}

/** A large loss needs two people, because the family then owes the amount again. */
export function lossNeedsTwo(amount: number, limit: number): boolean {
  return amount > limit
}

type Answerable = {
  status: DisputeStatus
  evidenceDueAt: Date | null
  /** Whether a response was sent that the provider has not refused, from here or at the provider. */
  isAnswered: boolean
}

/** The reason why evidence can no longer be sent; undefined if it can. */
export function whyNotAnswer(
  { status, evidenceDueAt, isAnswered }: Answerable,
  now: Date,
): 'dispute_closed' | 'dispute_answered' | 'evidence_too_late' | undefined {
  if (status !== 'Open' && status !== 'Inquiry') return 'dispute_closed'
  if (isAnswered) return 'dispute_answered'
  return evidenceDueAt === null || evidenceDueAt <= now ? 'evidence_too_late' : undefined
}

/** The loss can also be accepted after the deadline. A question of a bank has taken nothing that could be lost. */
export function whyNotAccept({
  status,
  isAnswered,
}: Answerable): 'dispute_closed' | 'dispute_answered' | 'not_possible' | undefined {
  if (status === 'Inquiry') return 'not_possible'
  if (status !== 'Open') return 'dispute_closed'
  return isAnswered ? 'dispute_answered' : undefined
}
