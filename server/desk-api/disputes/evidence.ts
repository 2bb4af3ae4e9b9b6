import type { FileReply } from '#contract/endpoint.ts'
import type { DisputeEvidence } from '#contract/staff-disputes.ts'
import { evidenceLimits, namedChild, type EvidencePart } from '#domain/dispute-evidence.ts'
import { whyNotAnswer } from '#domain/disputes.ts'
import { orNotFound, Refusal } from '#domain/refusal.ts'
import type { Db } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import { onTheWire } from '../../platform/http/on-the-wire.ts'
import { renderStored } from '../../letters/messages/render.ts'
import { readReceiptDetails } from '../../books/payments/receipt-details.ts'
import { companySettings } from '../../platform/settings/company-settings.ts'
import { recordAction, recordView, type StaffActor, type Viewer } from '../../people/audit/staff-audit.ts'
import { contextForStaff } from '../company/outbox-desk.ts'
import { findAnswer } from './answers.store.ts'
import {
  childNamesOf,
  composeEvidence,
  digestOf,
  drawFile,
  fieldTitles,
  type ComposedEvidence,
} from './compose-evidence.ts'
import { lockDispute, saveDraft } from './disputes.store.ts'
import { findDisputeInFull, findDraft, type DisputeInFull, type Draft } from './disputes.reads.ts'
import { findEvidenceFacts, type EvidenceFacts } from './evidence-facts.store.ts'
import { offeredParts, proposedWords, type OfferedPart, type ReadMessage } from './evidence-parts.ts'

type ReadDeps = Pick<Deps, 'config' | 'clock'> & { db: Db }

/** The evidence of a dispute: the parts offered, those chosen, and the result. */
export type PreparedEvidence = {
  facts: EvidenceFacts
  offered: OfferedPart[]
  chosen: { parts: EvidencePart[]; words: string }
  draft: Draft | undefined
  composed: ComposedEvidence
  digest: string
}

/** Prepares the evidence. Once it was sent, returns it as it was sent. */
export async function prepareEvidence(deps: ReadDeps, dispute: DisputeInFull): Promise<PreparedEvidence> {
  const { accountId, id: disputeId, paymentId } = dispute
  const facts = orNotFound(await findEvidenceFacts(deps.db, { accountId, disputeId }))
  const receipt = await readReceiptDetails(deps.db, { accountId, id: paymentId })
  const offered = offeredParts(facts, receipt, await messageReader(deps, facts))
  const draft = await findDraft(deps.db, dispute)
  const chosen = draft ?? { parts: offered.map(({ part }) => part), words: proposedWords(facts) }
  const order = await findAnswer(deps.db, { accountId, disputeId })
  if (order?.sent && order.digest && order.status !== 'Refused') {
    return { facts, offered, chosen, draft, composed: order.sent, digest: order.digest }
  }
  const composed = composeEvidence(facts, offered, chosen)
  return { facts, offered, chosen, draft, composed, digest: digestOf(composed) }
}

/** Reads messages in today's words. A bank must not get the link of a request either. */
async function messageReader(deps: ReadDeps, { region }: EvidenceFacts): Promise<ReadMessage> {
  const context = contextForStaff(await companySettings(deps), deps.config, region)
  return ({ kind, facts }) => ({ subject: null, ...renderStored(kind, facts, context) })
}

export async function readEvidence(deps: Deps, viewer: Viewer, disputeId: string): Promise<DisputeEvidence> {
  const dispute = await requireDispute(deps.db, disputeId)
  await recordView(deps, viewer, {
    subjectIds: [dispute.accountId],
    action: 'DisputeEvidenceShown',
    details: { disputeId },
  })
  return evidenceOnTheWire(deps, dispute)
}

/** Saves the draft that all staff share. The last save counts and names its author. */
export async function saveEvidence(
  deps: Deps,
  actor: StaffActor,
  disputeId: string,
  draft: { parts: EvidencePart[]; words: string },
): Promise<DisputeEvidence> {
  const now = deps.clock()
  const dispute = await deps.db.transaction(async (tx) => {
    const locked = orNotFound(await lockDispute(tx, disputeId))
    const refusal = whyNotAnswer({ ...locked, isAnswered: isAnswered(locked) }, now)
    if (refusal) throw new Refusal(refusal)
    const facts = await findEvidenceFacts(tx, { accountId: locked.accountId, disputeId })
    const child = facts && namedChild(draft.words, childNamesOf(facts))
    if (child !== undefined) {
      throw new Refusal('names_child', { fields: { words: `Please leave out ${child}: it names a child.` } })
    }
    await saveDraft(tx, locked, { ...draft, savedBy: actor.staff.staffId, now })
    await recordAction(tx, actor, {
      subjectId: locked.accountId,
      action: 'DisputeEvidenceSaved',
      at: now,
      details: { disputeId },
    })
    return locked
  })
  return evidenceOnTheWire(deps, dispute)
}

export async function readEvidenceFile(
  deps: Deps,
  viewer: Viewer,
  { disputeId, field }: { disputeId: string; field: string },
): Promise<FileReply> {
  const dispute = await requireDispute(deps.db, disputeId)
  const { composed } = await prepareEvidence(deps, dispute)
  const file = orNotFound(composed.files.find((each) => each.field === field))
  await recordView(deps, viewer, {
    subjectIds: [dispute.accountId],
    action: 'DisputeEvidenceFileTaken',
    details: { disputeId, field },
  })
  const bytes = await drawFile(file.source, await companySettings(deps))
  return { bytes, fileName: file.fileName }
}

/** Whether it was answered from the desk or at the provider. */
export function isAnswered({ answer, evidenceSentAt }: DisputeInFull): boolean {
  return evidenceSentAt !== null || (answer !== null && answer.status !== 'Refused')
}

export async function requireDispute(db: Db, disputeId: string): Promise<DisputeInFull> {
  return orNotFound(await findDisputeInFull(db, disputeId))
}

async function evidenceOnTheWire(deps: Deps, dispute: DisputeInFull): Promise<DisputeEvidence> {
  const { facts, offered, chosen, draft, composed, digest } = await prepareEvidence(deps, dispute)
  const company = await companySettings(deps)
  const files: DisputeEvidence['files'] = []
  for (const { field, fileName, source } of composed.files) {
    const { length } = await drawFile(source, company)
    files.push({ field, title: fieldTitles[field], fileName, bytes: length })
  }
  return {
    disputeId: dispute.id,
    parts: offered.map(({ part, title, detail }) => ({
      part,
      title,
      detail,
      isChosen: chosen.parts.includes(part),
    })),
    words: chosen.words,
    childNames: childNamesOf(facts),
    draft: draft ? onTheWire(draft) : null,
    digest,
    texts: composed.texts.map(({ field, text }) => ({ field, title: fieldTitles[field], text })),
    files,
    mostLetters: evidenceLimits.letters,
    mostBytes: evidenceLimits.bytes,
  }
}
