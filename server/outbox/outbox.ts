import { randomUUID } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Database, Transaction } from '../database/open.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Log } from '../log.ts'
import type { MailProvider } from '../providers/mail.ts'
import { ProviderFailure } from '../providers/provider-failure.ts'
import type { SmsProvider } from '../providers/sms.ts'
import {
  closeMessage,
  insertMessage,
  listForgottenMessages,
  lockWaitingMessage,
  noteFailedTry,
  waitingMessages,
  type OutboxRow,
} from './outbox.store.ts'

export type Message = {
  recipient: string
  text: string
  /** Wiped from the outbox once it is sent or too late to send. */
  isSecret: boolean
  /** After this moment the message is worthless (a code has expired) and is not sent. */
  sendBefore: Date | null
  customerId: string | null
} & ({ channel: 'sms' } | { channel: 'email'; subject: string; html: string })

/** The message and what it tells of commit together; it leaves the house afterwards. */
export async function putInOutbox(
  tx: Transaction,
  { clock, jobs }: { clock: Clock; jobs: Jobs },
  message: Message,
): Promise<void> {
  const id = randomUUID()
  await insertMessage(tx, { ...message, id, createdAt: clock() })
  await jobs.enqueue(tx, 'deliver-message', { messageId: id })
}

/** A job that failed is tried again by itself; the sweep leaves it that time. */
const sweepAfterMs = 60_000

type DeliveryDeps = {
  db: Database
  clock: Clock
  providers: { mail: MailProvider; sms: SmsProvider }
}

/**
 * Sends one message. The row is locked while it is sent, so that two workers never send it twice; a crash between
 * the provider's yes and our commit is the one case in which it can go out again.
 */
export async function deliverMessage(deps: DeliveryDeps, messageId: string): Promise<void> {
  const failure = await deps.db.transaction(async (tx) => {
    const message = await lockWaitingMessage(tx, messageId)
    if (!message) return undefined
    const now = deps.clock()
    if (message.sendBefore && message.sendBefore <= now) {
      await closeMessage(tx, messageId, 'Expired', now)
      return undefined
    }
    try {
      await send(deps.providers, message)
      await closeMessage(tx, messageId, 'Sent', now)
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      await noteFailedTry(tx, messageId, error.message)
      if (error.isRetryable) return error
      await closeMessage(tx, messageId, 'Refused', now)
    }
    return undefined
  })
  // Thrown after the commit, so that the try is on record and the queue tries again later.
  if (failure) throw failure
}

/** How many messages wait to leave, and since when the oldest does. */
export const outboxBacklog = waitingMessages

function send(providers: DeliveryDeps['providers'], message: OutboxRow): Promise<void> {
  return message.channel === 'sms'
    ? providers.sms.send({ to: message.recipient, body: message.text })
    : providers.mail.send({
        messageId: message.id,
        to: message.recipient,
        subject: message.subject ?? '',
        text: message.text,
        html: message.html,
      })
}

/** Sends what should have been sent by now: a crash may have come between a message and the job that sends it. */
export async function deliverWaiting(deps: DeliveryDeps & { log: Log }): Promise<void> {
  const since = new Date(deps.clock().getTime() - sweepAfterMs)
  for (const id of await listForgottenMessages(deps.db, since)) {
    await deliverMessage(deps, id).catch((error: unknown) => {
      deps.log.warn({ err: error }, 'a message is still waiting')
    })
  }
}
