import { randomUUID } from 'node:crypto'
import type { Conversation, ConversationLine } from '#contract/staff-company.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Db } from '../../database/open.ts'
import type { Deps } from '../../deps.ts'
import { putInOutbox } from '../../outbox/outbox.ts'
import {
  findConversation,
  insertReply,
  listChat,
  listConversations,
  type HeadRow,
} from './conversations.store.ts'
import { recordAction, recordView, type Viewer, type StaffActor } from '../access/staff-audit.ts'

/** The customer, or the conversation itself if the customer is unknown. */
const subjectOf = ({ id, customerId }: { id: string; customerId: string | null }) => customerId ?? id

export async function readConversations(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  limit: number,
): Promise<ConversationLine[]> {
  const rows = await listConversations(db, limit)
  const subjectIds = rows.map(subjectOf)
  await recordView(db, viewer, { subjectIds, action: 'ConversationsListed', at: clock() })
  return rows.map(({ messageId, author, authorName, text, about, sentAt, ...head }) => ({
    ...head,
    last: { id: messageId, author, name: authorName, text, about, sentAt: sentAt.toISOString() },
    isAnswered: author === 'Staff',
  }))
}

export async function readConversation(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  conversationId: string,
): Promise<Conversation> {
  const head = await knownConversation(db, conversationId)
  await recordView(db, viewer, { subjectIds: [subjectOf(head)], action: 'ConversationRead', at: clock() })
  return withMessages(db, head)
}

/** The answer appears in the portal's panel; a mail notifies those who do not have it open. */
export async function replyTo(
  deps: Deps,
  actor: StaffActor,
  conversationId: string,
  text: string,
): Promise<Conversation> {
  const now = deps.clock()
  const { staffId } = actor.staff
  const head = await deps.db.transaction(async (tx) => {
    const found = await knownConversation(tx, conversationId)
    const { customerId, firstName, email } = found
    await insertReply(tx, { conversationId, id: randomUUID(), staffId, text, createdAt: now })
    await putInOutbox(tx, deps, {
      kind: 'SupportReply',
      facts: { firstName, body: text, portalUrl: deps.config.portalOrigin },
      recipient: email,
      customerId,
    })
    const action = customerId === null ? 'VisitorAnswered' : 'CustomerAnswered'
    const details = { conversationId }
    await recordAction(tx, actor, { subjectId: subjectOf(found), action, at: now, details })
    return found
  })
  return withMessages(deps.db, head)
}

async function knownConversation(db: Db, id: string): Promise<HeadRow> {
  const head = await findConversation(db, id)
  if (!head) throw new Refusal('not_found')
  return head
}

async function withMessages(db: Db, head: HeadRow): Promise<Conversation> {
  const rows = await listChat(db, head.id)
  return { ...head, messages: rows.map((row) => ({ ...row, sentAt: row.sentAt.toISOString() })) }
}
