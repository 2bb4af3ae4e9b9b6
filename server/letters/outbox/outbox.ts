import { randomUUID } from 'node:crypto'
import { quietUntil } from '#domain/quiet-hours.ts'
import type { Region } from '#domain/region.ts'
import { systemClock, type Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Database, Db, Transaction } from '../../platform/database/open.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { forgetFailures, inSteps, recordFailure } from '../../platform/jobs/work-through.ts'
import type { Log } from '../../platform/log.ts'
import type { MessageSources } from '../../platform/message-sources.ts'
import { channels, type Channel } from '../../platform/providers/channels.ts'
import type { Message, MessageKind } from '../messages/message.ts'
import { attachmentsOf, channelOf, isSecret, messageContext, renderStored } from '../messages/render.ts'
import { timing, urging } from '../messages/timing.ts'
import type { Mail, MailProvider } from '../../platform/providers/mail.ts'
import { ProviderFailure } from '../../platform/providers/provider-failure.ts'
import type { SmsProvider } from '../../platform/providers/sms.ts'
import { companySettings, type CompanySettings } from '../../platform/settings/company-settings.ts'
import {
  deliveryWork,
  insertMessages,
  leaseDueMessages,
  leaseNextFor,
  recordOutcomes,
  type Lease,
  type NewMessage,
  type Outcome,
  type OutboxRow,
} from './outbox.store.ts'

/** The message commits together with what it is about; it is sent afterwards. */
export async function putInOutbox(
  tx: Transaction,
  { clock, jobs }: { clock: Clock; jobs: Jobs },
  message: Message,
): Promise<void> {
  const row = outboxRow(message, clock())
  const [id] = await insertMessages(tx, [row])
  if (id === undefined) return
  // In a queue of its own, so that a mail server that hangs does not keep log-in codes waiting.
  await jobs.enqueue(tx, row.channel === 'sms' ? 'deliver-text' : 'deliver-message', { messageId: id })
}

/** Many at once, in one statement and without a job for each: the sweep sends them. */
export async function putAllInOutbox(
  db: Db,
  { clock }: { clock: Clock },
  messages: readonly Message[],
): Promise<number> {
  const now = clock()
  return (
    await insertMessages(
      db,
      messages.map((message) => outboxRow(message, now)),
    )
  ).length
}

/** Which way a message goes, and whether it is a secret, its kind says. */
export function outboxRow(message: Message, createdAt: Date): NewMessage {
  const { kind } = message
  return { ...message, id: randomUUID(), channel: channelOf(kind), isSecret: isSecret(kind), createdAt }
}

type DeliveryDeps = {
  db: Database
  messageSources: MessageSources
  clock: Clock
  log: Log
  config: Config
  providers: { mail: MailProvider; sms: SmsProvider }
}

/** Longer than any provider is waited for; after that, the process that was sending has died. */
const leaseMs = 60_000

function newLease({ clock }: DeliveryDeps): Lease {
  const from = systemClock()
  return { now: clock(), from, until: new Date(from.getTime() + leaseMs) }
}

/**
 * Sends one message, and first what has to leave before it to the same recipient. Each is leased, so that two workers
 * never send it twice and no transaction is open while the provider is asked; a crash between the provider's yes and our
 * record of it is the one case in which it can go out again.
 */
export async function deliverMessage(deps: DeliveryDeps, messageId: string): Promise<void> {
  const company = await companySettings(deps)
  for (;;) {
    const message = await leaseNextFor(deps.db, messageId, newLease(deps))
    // Gone, or in other hands, or it waits for another: the process that sends that one goes on with this one.
    if (!message) return
    const outcome = await attempt(deps, company, message)
    await record(deps, [{ message, outcome }])
    if (outcome.status !== 'Waiting') continue
    // Thrown once the try is on record, so that the queue tries again soon.
    if (message.id === messageId) throw new Error(outcome.error)
    return
  }
}

/** The job of a message comes first; the sweep is for what has none, or whose job was lost or has given up. */
const sweepAfterMs = 10_000
/** So many go out side by side: no longer than the slowest of them. */
const batchSize = 8
/** The next sweep goes on where this one ends. */
const maxPerSweep = 10_000

/** Sends what should have been sent by now. Any number of processes may do so at once. */
export async function deliverWaiting(deps: DeliveryDeps): Promise<void> {
  const company = await companySettings(deps)
  // A mail server that hangs does not keep text messages waiting.
  await inSteps(channels.map((channel) => () => sweep(deps, company, channel)))
}

async function sweep(deps: DeliveryDeps, company: CompanySettings, channel: Channel): Promise<void> {
  for (let sent = 0; sent < maxPerSweep; sent += batchSize) {
    const lease = newLease(deps)
    const due = new Date(lease.now.getTime() - sweepAfterMs)
    const messages = await leaseDueMessages(deps.db, { channel, due, limit: batchSize }, lease)
    if (messages.length === 0) return
    const results = await Promise.all(
      messages.map(async (message) => ({ message, outcome: await attempt(deps, company, message) })),
    )
    await record(deps, results)
    const waiting = results.filter(({ outcome }) => outcome.status === 'Waiting')
    if (waiting.length > 0) deps.log.warn({ count: waiting.length }, 'messages are still waiting')
    // Where the provider is away the others would fare no better.
    if (results.every(({ outcome }) => outcome.status === 'Waiting' && !('fault' in outcome))) return
  }
}

type DeliveryResult = { message: OutboxRow; outcome: Outcome }

/** What we could not write ourselves is an item like the rows of other jobs; the provider's faults are the outbox's own. */
async function record(deps: DeliveryDeps, results: readonly DeliveryResult[]): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await recordOutcomes(
      tx,
      results.map(({ outcome }) => outcome),
    )
    const done = results.filter(({ outcome: { status } }) => status !== 'Waiting' && status !== 'Held')
    await forgetFailures(
      tx,
      deliveryWork,
      done.map(({ message }) => ({ item: message.id })),
    )
  })
  for (const { message, outcome } of results) {
    if (!('fault' in outcome)) continue
    const { id: item, accountId } = message
    await recordFailure(deps, deliveryWork, { item, accountId }, outcome.fault)
  }
}

/** Never throws: whatever goes wrong with one message must not touch the others of its batch. */
async function attempt(deps: DeliveryDeps, company: CompanySettings, message: OutboxRow): Promise<Outcome> {
  const { id, sendBefore } = message
  const now = deps.clock()
  if (sendBefore && sendBefore <= now) return { id, status: 'Expired' }
  try {
    const notBefore = (await afterHold(deps, message, now)) ?? readersDay(message, company, now)
    if (notBefore) return { id, status: 'Held', notBefore }
    await send(deps, company, message)
    return { id, status: 'Sent', sentAt: now }
  } catch (error) {
    const isFault = !(error instanceof ProviderFailure)
    // A fault of ours is for the log; the row, which staff see, only says that there was one.
    const words = isFault ? 'the message could not be written' : error.message
    if (!isFault && !error.isRetryable) return { id, status: 'Refused', error: words }
    if (isFault) return { id, status: 'Waiting', error: words, tryAfter: null, fault: error }
    return { id, status: 'Waiting', error: words, tryAfter: new Date(now.getTime() + waitMs(message.tries)) }
  }
}

const holdLookMs = 60 * 60_000

/** What urges a family to pay or to plan is kept while its payments are on hold. The end of the hold lets it go. */
async function afterHold(
  { db, messageSources }: DeliveryDeps,
  { kind, accountId }: OutboxRow,
  now: Date,
): Promise<Date | null> {
  if (kind === null || accountId === null || !urging.has(kind as MessageKind)) return null
  const isOnHold = await messageSources.isOnHold(db, accountId)
  return isOnHold ? new Date(now.getTime() + holdLookMs) : null
}

/** When the day of the reader begins for whom a message must not come at night; null where it may leave now. */
function readersDay({ kind, facts, region }: OutboxRow, company: CompanySettings, now: Date): Date | null {
  if (!kind || timing[kind as MessageKind] !== 'Daytime') return null
  const home = region ?? (facts as { region?: Region }).region
  return home ? quietUntil(now, home, company.quietHours) : null
}

/** Half a minute, and twice as long after each try, up to ten minutes. */
function waitMs(tries: number): number {
  return Math.min(30_000 * 2 ** tries, 600_000)
}

async function send(deps: DeliveryDeps, company: CompanySettings, message: OutboxRow): Promise<void> {
  const { providers } = deps
  const { subject, text, html, replyTo, attachments } = await contentOf(deps, company, message)
  const { id, channel, recipient } = message
  if (channel === 'sms') return providers.sms.send({ to: recipient, body: text })
  return providers.mail.send({ messageId: id, to: recipient, replyTo, subject, text, html, attachments })
}

type Content = Pick<Mail, 'subject' | 'text' | 'html' | 'replyTo' | 'attachments'>

async function contentOf(
  { db, config, messageSources }: DeliveryDeps,
  company: CompanySettings,
  row: OutboxRow,
): Promise<Content> {
  const empty = { subject: '', html: null, replyTo: null, attachments: [] }
  const { kind } = row
  if (kind === null) return { ...empty, subject: row.subject ?? '', text: row.text ?? '', html: row.html }
  const facts = kind === 'Receipt' ? await messageSources.completeReceipt(db, row) : row.facts
  // Added only now: anyone who can read this table could pay with a link stored in clear.
  const { requestId } = (row.facts ?? {}) as { requestId?: string }
  const payUrl = requestId === undefined ? null : await messageSources.payUrl(db, config, requestId)
  const context = messageContext(company, config, row.region, payUrl)
  return {
    ...empty,
    ...renderStored(kind, facts, context),
    attachments: await attachmentsOf(kind, facts, context),
  }
}
