import { createHash } from 'node:crypto'
import { tellingNames, withoutChildren, type EvidencePart } from '#domain/dispute-evidence.ts'
import type { Company } from '../../letters/documents/sheet.ts'
import type { EvidenceFile, EvidenceText } from '../../platform/providers/stripe/dispute-answers.ts'
import type { EvidenceFacts } from './evidence-facts.store.ts'
import type { FileSource, OfferedPart } from './evidence-parts.ts'

/** The evidence as the bank gets it, before the files are drawn. It is stored as it was sent. */
export type ComposedEvidence = {
  texts: { field: EvidenceText; text: string }[]
  files: { field: EvidenceFile; fileName: string; source: FileSource }[]
}

export const fieldTitles: Record<EvidenceText | EvidenceFile, string> = {
  access_activity_log: 'Log of activity',
  customer_communication: 'Message to the payer',
  customer_email_address: 'E-mail of the payer',
  customer_name: 'Name of the payer',
  customer_signature: 'Agreement of the payer',
  product_description: 'What was paid for',
  receipt: 'Receipt',
  service_date: 'Day of the payment',
  service_documentation: 'Payment plan',
  uncategorized_file: 'Earlier payments',
  uncategorized_text: 'What the bank reads',
}

/** A bank need not know who the children are: what we write about the payment leaves out their names. */
export function childNamesOf({ children, payers }: EvidenceFacts): string[] {
  return tellingNames(children, payers)
}

export function composeEvidence(
  facts: EvidenceFacts,
  offered: readonly OfferedPart[],
  { parts, words }: { parts: readonly EvidencePart[]; words: string },
): ComposedEvidence {
  const names = childNamesOf(facts)
  const chosen = offered.filter(({ part }) => parts.includes(part))
  const { payer, payment, school } = facts
  const log = chosen.flatMap((part) => part.log ?? []).join('\n\n')
  const texts: Partial<Record<EvidenceText, string>> = {
    uncategorized_text: words,
    product_description: `School fees at ${school}`,
    service_date: payment.paidOn,
    ...(payer && {
      customer_name: `${payer.firstName} ${payer.lastName}`,
      customer_email_address: payer.email,
    }),
    // The provider limits the length: the oldest lines are dropped.
    ...(log !== '' && { access_activity_log: withoutChildren(log, names).slice(0, maxCharacters) }),
  }
  return {
    texts: Object.entries(texts)
      .filter(([, text]) => text !== '')
      .map(([field, text]) => ({ field: field as EvidenceText, text })),
    files: chosen.flatMap(({ file }) =>
      file ? [{ ...file, source: withoutNames(file.source, (text) => withoutChildren(text, names)) }] : [],
    ),
  }
}

const maxCharacters = 20_000

/** Cleans every text of a file, at any depth. */
function withoutNames<Value>(value: Value, clean: (text: string) => string): Value {
  if (typeof value === 'string') return clean(value) as Value
  if (Array.isArray(value)) return value.map((each: unknown) => withoutNames(each, clean)) as Value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, withoutNames<unknown>(part, clean)]),
  ) as Value
}

/** Identifies exactly this evidence. */
export function digestOf(composed: ComposedEvidence): string {
  return createHash('sha256').update(JSON.stringify(composed)).digest('base64url')
}

export async function drawFile(source: FileSource, company: Company): Promise<Uint8Array> {
  // The PDF library is large, so it is loaded when it is first needed and not at start-up.
  if (source.kind === 'Receipt') {
    const { receiptPdf } = await import('../../letters/messages/receipt-document.ts')
    return receiptPdf(source.facts, company)
  }
  const { evidencePdf } = await import('../../letters/documents/evidence-document.ts')
  return evidencePdf(source.sheet, company)
}
