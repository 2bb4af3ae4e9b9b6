import { randomUUID } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database, Db, Transaction } from '../database/open.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Log } from '../log.ts'
import { channels, type Channel } from '../messages/definition.ts'
import type { Message } from '../messages/message.ts'
import { channelOf, isSecret, messageContext, renderStored } from '../messages/render.ts'
import { openLink, payUrlOf } from '../pay-now/request-links.ts'
import type { MailProvider } from '../providers/mail.ts'
import { ProviderFailure } from '../providers/provider-failure.ts'
import type { SmsProvider } from '../providers/sms.ts'
import { companySettings, type CompanySettings } from '../settings/company-settings.ts'
import {
  insertMessages,
  lockDueMessages,
  lockWaitingMessage,
  recordOutcomes,
  waitingMessages,
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
  clock: Clock
  log: Log
  config: Config
  providers: { mail: MailProvider; sms: SmsProvider }
}

/**
 * Sends one message. The row is locked while it is sent, so that two workers never send it twice; a crash between
 * the provider's yes and our commit is the one case in which it can go out again.
 */
export async function deliverMessage(deps: DeliveryDeps, messageId: string): Promise<void> {
  const company = await companySettings(deps)
  const outcome = await deps.db.transaction(async (tx) => {
    const message = await lockWaitingMessage(tx, messageId)
    if (!message) return undefined
    const tried = await attempt(deps, company, message)
    await recordOutcomes(tx, [tried])
    return tried
  })
  // Thrown after the commit, so that the try is on record and the queue tries again soon.
  if (outcome?.status === 'Waiting') throw new Error(outcome.error)
}

/** The job of a message comes first; the sweep is for what has none, or whose job was lost or has given up. */
const sweepAfterMs = 10_000
/** So many share one transaction and go out side by side: no longer than the slowest of them. */
const batchSize = 8
/** The next sweep goes on where this one ends. */
const mostInOneSweep = 10_000

/** Sends what should have been sent by now. Any number of processes may do so at once. */
export async function deliverWaiting(deps: DeliveryDeps): Promise<void> {
  const company = await companySettings(deps)
  for (const channel of channels) {
    for (let sent = 0; sent < mostInOneSweep; sent += batchSize) {
      const outcomes = await deliverBatch(deps, company, channel)
      const failed = outcomes.filter(({ status }) => status === 'Waiting').length
      if (failed > 0) deps.log.warn({ count: failed }, 'messages are still waiting')
      // Where the provider is away the others would fare no better.
      const isAway = outcomes.every((outcome) => outcome.status === 'Waiting' && outcome.isAway)
      if (outcomes.length < batchSize || isAway) break
    }
  }
}

function deliverBatch(deps: DeliveryDeps, company: CompanySettings, channel: Channel): Promise<Outcome[]> {
  return deps.db.transaction(async (tx) => {
    const due = new Date(deps.clock().getTime() - sweepAfterMs)
    const messages = await lockDueMessages(tx, { channel, due, limit: batchSize })
    const outcomes = await Promise.all(messages.map((message) => attempt(deps, company, message)))
    if (outcomes.length > 0) await recordOutcomes(tx, outcomes)
    return outcomes
  })
}

/** How many messages wait to leave, and since when the oldest does. */
export const outboxBacklog = waitingMessages

/** Never throws: whatever goes wrong with one message must not touch the others of its batch. */
async function attempt(deps: DeliveryDeps, company: CompanySettings, message: OutboxRow): Promise<Outcome> {
  const { id, sendBefore } = message
  const now = deps.clock()
  if (sendBefore && sendBefore <= now) return { id, status: 'Expired' }
  try {
    await send(deps, company, message)
    return { id, status: 'Sent', sentAt: now }
  } catch (error) {
    const isFault = !(error instanceof ProviderFailure)
    // A fault of ours is for the log; the row, which staff see, only says that there was one.
    if (isFault) deps.log.error({ err: error, code: message.kind }, 'a message could not be written')
    const words = isFault ? 'the message could not be written' : error.message
    if (!isFault && !error.isRetryable) return { id, status: 'Refused', error: words }
    const tryAfter = new Date(now.getTime() + waitMs(message.tries))
    return { id, status: 'Waiting', error: words, tryAfter, isAway: !isFault }
  }
}

/** Half a minute, and twice as long after each try, up to ten minutes. */
function waitMs(tries: number): number {
  return Math.min(30_000 * 2 ** tries, 600_000)
}

function send(
  { providers, config }: DeliveryDeps,
  company: CompanySettings,
  message: OutboxRow,
): Promise<void> {
  const { subject, text, html, replyTo = null } = wordsOf(message, company, config)
  const { id, channel, recipient } = message
  return channel === 'sms'
    ? providers.sms.send({ to: recipient, body: text })
    : providers.mail.send({ messageId: id, to: recipient, replyTo, subject, text, html })
}

function wordsOf(
  { kind, facts, ...row }: OutboxRow,
  company: CompanySettings,
  config: Config,
): { subject: string; text: string; html: string | null; replyTo?: string } {
  if (kind === null) return { subject: row.subject ?? '', text: row.text ?? '', html: row.html }
  // Added only now: anyone who can read this table could pay with a link stored in clear.
  const payUrl = row.link && payUrlOf(config, openLink(config, row.link))
  const words = renderStored(kind, facts, messageContext(company, config, row.region, payUrl))
  return { subject: '', html: null, ...words }
}
