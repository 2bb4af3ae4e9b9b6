import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { ChatMessage, ChatTopic } from '#contract/support.ts'
import { careReference } from '#domain/care.ts'
import { orNotFound, Refusal } from '#domain/refusal.ts'
import type { Region } from '#domain/region.ts'
import { recordAudit } from '../../people/audit/audit.ts'
import { findAgreement } from '../../plans/care/agreements.reads.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import { putInOutbox } from '../../letters/outbox/outbox.ts'
import type { Limit } from '../../platform/rate-limit/limits.ts'
import { countTry } from '../../platform/rate-limit/rate-limit.ts'
import type { Caller } from '../../platform/http/callers.ts'
import { companySettings } from '../../platform/settings/company-settings.ts'
import {
  findMessage,
  findVisitor,
  findWriter,
  insertMessage,
  insertVisitor,
  isMember,
  listChat,
  openConversation,
  reopen,
  setVisitorEmail,
  type ChatRow,
} from './support.store.ts'

export async function readChat({ db }: Pick<Deps, 'db'>, customerId: string): Promise<ChatMessage[]> {
  return (await listChat(db, { customerId })).map(onTheWire)
}

type MessageInput = { text: string; messageId?: string | undefined; about?: ChatTopic | undefined }

/** Stores a message and mails it to support. */
export async function writeToSupport(
  deps: Deps,
  { caller, requestId }: { caller: Caller; requestId: string },
  message: MessageInput,
): Promise<ChatMessage> {
  const { customerId, region } = caller
  const now = deps.clock()
  await count(deps, [['chat-message', customerId]], now)
  const recipient = await supportEmail(deps, region)
  return deps.db.transaction(async (tx) => {
    const conversationId = await openConversation(tx, { id: randomUUID(), customerId, createdAt: now })
    const about = message.about ? await aboutOf(tx, customerId, message.about) : null
    return saveMessage(tx, { conversationId, authorId: customerId, message, about, now }, async () => {
      const writer = orNotFound(await findWriter(tx, customerId))
      const facts = { ...writer, conversationId, region, about, body: message.text }
      // This mail belongs to no customer: if it is sent again, it must go to support.
      await putInOutbox(tx, deps, { kind: 'SupportMessage', facts, recipient, customerId: null })
      await recordAudit(tx, {
        subjectId: customerId,
        by: { customerId, requestId },
        action: 'SupportAsked',
        at: now,
        details: { conversationId },
      })
    })
  })
}

export async function readVisitorChat(deps: Deps, key: string, address: string): Promise<ChatMessage[]> {
  await count(deps, [['chat-read-address', address]], deps.clock())
  const rows = await listChat(deps.db, { keyHash: hashOf(key) })
  if (rows.length === 0) throw new Refusal('not_found')
  return rows.map(onTheWire)
}

/**
 * Stores a message of a visitor who cannot log in. The visitor's address is unverified: replies go there, but it is
 * never looked up among the customers.
 */
export async function writeAsVisitor(
  deps: Deps,
  { address, region }: { address: string; region: Region },
  { key, email, ...message }: MessageInput & { email: string; key?: string | undefined },
): Promise<{ key: string; message: ChatMessage }> {
  const now = deps.clock()
  const conversation = key === undefined ? undefined : await visitorOf(deps, key, address, now)
  if (!conversation) {
    const tries: Limit[] = [
      ['chat-begin', email],
      ['chat-begin-address', address],
    ]
    await count(deps, tries, now)
  }
  const recipient = await supportEmail(deps, region)
  const conversationId = conversation?.id ?? randomUUID()
  const visitorKey = key ?? randomBytes(32).toString('base64url')
  const stored = await deps.db.transaction(async (tx) => {
    if (conversation) await setVisitorEmail(tx, conversationId, email)
    else await insertVisitor(tx, { id: conversationId, email, keyHash: hashOf(visitorKey), createdAt: now })
    return saveMessage(tx, { conversationId, authorId: null, message, about: null, now }, async () => {
      const facts = {
        conversationId,
        name: null,
        email,
        region,
        accounts: null,
        about: null,
        body: message.text,
      }
      await putInOutbox(tx, deps, { kind: 'SupportMessage', facts, recipient, customerId: null })
    })
  })
  return { key: visitorKey, message: stored }
}

async function visitorOf(deps: Deps, key: string, address: string, now: Date): Promise<{ id: string }> {
  await count(deps, [['chat-message-address', address]], now)
  const conversation = orNotFound(await findVisitor(deps.db, hashOf(key)))
  await count(deps, [['chat-message', conversation.id]], now)
  return conversation
}

/** The topic as a text for staff. The account must be the writer's own. */
async function aboutOf(db: Db, customerId: string, { accountId }: ChatTopic): Promise<string> {
  if (!(await isMember(db, { customerId, accountId }))) throw new Refusal('not_found')
  const { number, shortId, madeBy } = orNotFound(await findAgreement(db, accountId))
  return `The arrangement ${careReference(number)} of account ${shortId}, proposed by ${madeBy}`
}

type NewEntry = {
  conversationId: string
  authorId: string | null
  message: MessageInput
  about: string | null
  now: Date
}

/** Stores a message; one that is sent twice is stored and notified once. */
async function saveMessage(
  tx: Transaction,
  { conversationId, authorId, message, about, now }: NewEntry,
  notify: () => Promise<void>,
): Promise<ChatMessage> {
  const id = message.messageId ?? randomUUID()
  const isNew = await insertMessage(tx, {
    conversationId,
    id,
    authorId,
    text: message.text,
    about,
    createdAt: now,
  })
  if (isNew) {
    await reopen(tx, conversationId)
    await notify()
  }
  const row = await findMessage(tx, conversationId, id)
  if (!row) throw new Error('a message that was just written is not there')
  return onTheWire(row)
}

function count(deps: { db: Db; config: Deps['config'] }, tries: Limit[], now: Date): Promise<void> {
  return countTry(deps.db, tries, now, deps.config.rateLimits)
}

async function supportEmail(deps: Pick<Deps, 'config' | 'db'>, region: Region): Promise<string> {
  return (await companySettings(deps)).support[region].email
}

/** The key has 256 random bits, so its hash needs no salt. The stored hash does not open the conversation. */
function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}

const onTheWire = ({ sentAt, ...row }: ChatRow): ChatMessage => ({ ...row, sentAt: sentAt.toISOString() })
