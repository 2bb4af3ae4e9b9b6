import Stripe from 'stripe'
import { callStripe, type StripeAccount } from './client.ts'
import { disputeOf, type ProviderDispute } from './returns.ts'

/** A field of Stripe's evidence that takes text. */
export type EvidenceText =
  | 'access_activity_log'
  | 'customer_email_address'
  | 'customer_name'
  | 'product_description'
  | 'service_date'
  | 'uncategorized_text'

/** A field that takes a file. */
export type EvidenceFile =
  | 'customer_communication'
  | 'customer_signature'
  | 'receipt'
  | 'service_documentation'
  | 'uncategorized_file'

export type SentEvidence = {
  providerDisputeId: string
  key: string
  texts: Partial<Record<EvidenceText, string>>
  files: { field: EvidenceFile; fileName: string; bytes: Uint8Array }[]
}

/** Accepted with the dispute as it is now, refused with a reason, or unknown. */
export type DisputeOutcome =
  | { kind: 'Accepted'; dispute: ProviderDispute }
  | { kind: 'Refused'; reason: string }
  | { kind: 'Unknown'; cause: unknown }

/**
 * Uploads the files and submits all evidence to the bank. Because of the key, a retry uploads and submits nothing
 * twice.
 */
export async function submitEvidence(
  { client }: StripeAccount,
  { providerDisputeId, key, texts, files }: SentEvidence,
): Promise<DisputeOutcome> {
  return submit(async () => {
    const uploaded: Partial<Record<EvidenceFile, string>> = {}
    for (const { field, fileName, bytes } of files) {
      const file = await client.files.create(
        {
          purpose: 'dispute_evidence',
          file: { name: fileName, type: 'application/pdf', data: bytes },
        },
        { idempotencyKey: `${key}:${field}` },
      )
      uploaded[field] = file.id
    }
    return client.disputes.update(
      providerDisputeId,
      { evidence: { ...texts, ...uploaded }, submit: true },
      { idempotencyKey: key },
    )
  })
}

/** Accepts the loss. This cannot be undone. */
export function closeDispute(
  { client }: StripeAccount,
  { providerDisputeId, key }: { providerDisputeId: string; key: string },
): Promise<DisputeOutcome> {
  return submit(() => client.disputes.close(providerDisputeId, {}, { idempotencyKey: key }))
}

export async function readDispute(
  { client }: StripeAccount,
  providerDisputeId: string,
): Promise<ProviderDispute> {
  return disputeOf(await callStripe(() => client.disputes.retrieve(providerDisputeId)))
}

async function submit(call: () => Promise<Stripe.Dispute>): Promise<DisputeOutcome> {
  try {
    return { kind: 'Accepted', dispute: disputeOf(await call()) }
  } catch (error) {
    const isClear =
      error instanceof Stripe.errors.StripeInvalidRequestError && error.code !== 'idempotency_key_in_use'
    return isClear ? { kind: 'Refused', reason: error.message } : { kind: 'Unknown', cause: error }
  }
}
