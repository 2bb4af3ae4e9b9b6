import type Stripe from 'stripe'
import { impossible, invalid } from './failures.ts'
import type { Charge, Dispute } from './merchant.ts'
import { emptyable, flag, metadata, object } from './parameters.ts'
import type { Reader } from './parameters.ts'
import type { Turn } from './turn.ts'

const mostLetters = 20_000

const words: Reader<string> = (value, path) => {
  if (typeof value !== 'string') throw invalid(`Invalid string: ${JSON.stringify(value)}`, { param: path })
  if (value.length > mostLetters) {
    throw invalid(`Invalid string: must be at most ${mostLetters} characters`, { param: path })
  }
  return value
}

const textNames = [
  'access_activity_log',
  'billing_address',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'customer_email_address',
  'customer_name',
  'customer_purchase_ip',
  'duplicate_charge_explanation',
  'duplicate_charge_id',
  'product_description',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'service_date',
  'shipping_address',
  'shipping_carrier',
  'shipping_date',
  'shipping_tracking_number',
  'uncategorized_text',
] as const
const fileNames = [
  'cancellation_policy',
  'customer_communication',
  'customer_signature',
  'duplicate_charge_documentation',
  'receipt',
  'refund_policy',
  'service_documentation',
  'shipping_documentation',
  'uncategorized_file',
] as const

const fieldOf = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, emptyable(words)]))

export const evidenceFields = {
  evidence: object(fieldOf([...textNames, ...fileNames])),
  metadata,
  submit: flag,
}

const open = ['needs_response', 'warning_needs_response']

/** Evidence is staged, or submitted to the bank, which happens once. */
export function updateEvidence(
  turn: Turn,
  dispute: Dispute,
  request: { evidence?: Record<string, string | null | undefined>; submit?: boolean },
): void {
  const { evidence, submit = true } = request
  if (evidence === undefined && request.submit === undefined) return
  if (!open.includes(dispute.status)) {
    throw impossible(undefined, `Evidence of this dispute cannot be changed: it is ${dispute.status}.`)
  }
  const { due_by: dueBy } = dispute.evidence_details
  if (dueBy !== null && dueBy < turn.now) {
    dispute.evidence_details.past_due = true
    throw impossible(undefined, 'The deadline to submit evidence for this dispute has passed.')
  }
  for (const [name, value] of Object.entries(evidence ?? {})) {
    if (value && fileNames.some((known) => known === name))
      turn.merchant.files.get(value, `evidence[${name}]`)
  }
  dispute.evidence = { ...dispute.evidence, ...evidence }
  dispute.evidence_details.has_evidence = true
  if (!submit) return
  dispute.evidence_details.submission_count = 1
  dispute.evidence_details.submission_method = 'manual'
  dispute.status = dispute.status === 'needs_response' ? 'under_review' : 'warning_under_review'
}

/** Stripe's test mode: these words decide the dispute at once. */
export function decidedBy({ evidence }: Dispute): 'won' | 'lost' | undefined {
  const said = evidence.uncategorized_text
  return said === 'winning_evidence' ? 'won' : said === 'losing_evidence' ? 'lost' : undefined
}

export const isUnanswered = ({ status }: Dispute) => open.includes(status)

export function emptyEvidence({ billing_details: billing }: Charge): Stripe.Dispute.Evidence {
  const nothing = Object.fromEntries([...textNames, ...fileNames].map((name) => [name, null]))
  return {
    ...nothing,
    customer_email_address: billing.email,
    customer_name: billing.name,
    enhanced_evidence: {},
  } as Stripe.Dispute.Evidence
}
