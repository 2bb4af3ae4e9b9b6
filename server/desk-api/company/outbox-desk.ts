import type { MessageSample, OutboxLine, OutboxMessage } from '#contract/staff-company.ts'
import { orNotFound, Refusal } from '#domain/refusal.ts'
import type { Region } from '#domain/region.ts'
import type { BasicDeps, Deps, ReadDeps } from '../../platform/deps.ts'
import { onTheWire } from '../../platform/http/on-the-wire.ts'
import {
  channelOf,
  messageContext,
  messageKinds,
  render,
  renderStored,
  sampleFacts,
} from '../../letters/messages/render.ts'
import { samplePayUrl } from '../../letters/messages/sample-parts.ts'
import { payUrlOf } from '../../books/payment-requests/request-links.ts'
import { companySettings, type CompanySettings } from '../../platform/settings/company-settings.ts'
import { listMessages, lockMessage, putBack } from './outbox-desk.store.ts'
import { findMessage, type OutboxMessageRow } from './outbox-desk.reads.ts'
import {
  companyId,
  recordAction,
  recordView,
  type Viewer,
  type StaffActor,
} from '../../people/audit/staff-audit.ts'

export async function listOutbox(
  { db, clock }: BasicDeps,
  viewer: Viewer,
  { status, recipient, limit }: { status?: string; recipient?: string; limit: number },
): Promise<OutboxLine[]> {
  const rows = await listMessages(db, { status: status ?? null, recipient: recipient ?? null, limit })
  const subjectIds = rows.flatMap(({ customerId }) => customerId ?? [])
  await recordView({ db, clock }, viewer, { subjectIds, action: 'OutboxListed' })
  return rows.map((row) => onTheWire(row))
}

export async function showMessage(
  { db, clock, config }: ReadDeps,
  viewer: Viewer,
  messageId: string,
): Promise<OutboxMessage> {
  const row = orNotFound(await findMessage(db, messageId))
  const details = { messageId }
  const subjectIds = [row.customerId ?? companyId]
  await recordView({ db, clock }, viewer, { subjectIds, action: 'MessageRead', details })
  return { ...onTheWire(row), ...renderForStaff(row, await companySettings({ db, config }), config) }
}

/** Resends the message to the customer's current address: most messages are refused because of a wrong address. */
export async function resendMessage(deps: Deps, actor: StaffActor, messageId: string): Promise<OutboxLine> {
  const now = deps.clock()
  return deps.db.transaction(async (tx) => {
    const row = orNotFound(await lockMessage(tx, messageId))
    if (row.status !== 'Refused' || row.isSecret) throw new Refusal('not_possible')
    const recipient = row.currentRecipient ?? row.recipient
    await putBack(tx, messageId, recipient)
    await deps.jobs.enqueue(tx, row.channel === 'sms' ? 'deliver-text' : 'deliver-message', { messageId })
    const subjectId = row.customerId ?? companyId
    await recordAction(tx, actor, { subjectId, action: 'MessageResent', at: now, details: { messageId } })
    return onTheWire({ ...row, recipient, status: 'Waiting' as const, tries: 0 })
  })
}

/** Every kind of message as it looks today, with sample facts. */
export async function showSample(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  typed: string,
): Promise<MessageSample> {
  const kind = orNotFound(messageKinds.find((each) => each === typed))
  const context = messageContext(await companySettings({ db, config }), config, 'AU', samplePayUrl)
  const words = render(kind, sampleFacts[kind], context)
  return { kind, channel: channelOf(kind), subject: null, html: null, ...words }
}

export function listSamples(): Pick<MessageSample, 'kind' | 'channel'>[] {
  return messageKinds.map((kind) => ({ kind, channel: channelOf(kind) }))
}

/** Seeing a message must not be enough to pay the request in it: the link is shown with the request itself. */
export function contextForStaff(company: CompanySettings, config: Deps['config'], region: Region | null) {
  return messageContext(company, config, region, payUrlOf(config, 'hidden'))
}

/** The message in today's words and design. Secrets are never shown to staff, not even while they wait. */
export function renderForStaff(
  row: OutboxMessageRow,
  company: CompanySettings,
  config: Deps['config'],
): Pick<OutboxMessage, 'subject' | 'text' | 'html'> {
  if (row.isSecret) return { subject: null, text: null, html: null }
  if (row.kind === null) return { subject: row.subject, text: row.text, html: row.html }
  const context = contextForStaff(company, config, row.region)
  const words = renderStored(row.kind, row.facts, context)
  return { subject: null, html: null, ...words }
}
