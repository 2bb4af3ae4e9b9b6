import { randomUUID } from 'node:crypto'
import type { Conversation, ConversationLine } from '#contract/staff-company.ts'
import { orNotFound, Refusal } from '#domain/refusal.ts'
import type { Db } from '../../platform/database/open.ts'
import type { BasicDeps, Deps } from '../../platform/deps.ts'
import { onTheWire } from '../../platform/http/on-the-wire.ts'
import { putInOutbox } from '../../letters/outbox/outbox.ts'
import {
  findConversation,
  insertStaffReply,
  listChat,
  listConversations,
  setClosed,
  type HeadRow,
} from './conversations.store.ts'
import { hasViewedSince } from '../../people/audit/staff-audit.reads.ts'
import { recordAction, recordView, type Viewer, type StaffActor } from '../../people/audit/staff-audit.ts'

/** The customer, or the conversation itself if the customer is unknown. */
const subjectOf = ({ id, customerId }: { id: string; customerId: string | null }) => customerId ?? id

const sameViewMs = 10 * 60_000

export async function readConversations(
  { db, clock }: BasicDeps,
  viewer: Viewer,
  filter: Parameters<typeof listConversations>[1],
): Promise<ConversationLine[]> {
  const rows = await listConversations(db, filter)
  const subjectIds = rows.map(subjectOf)
  await recordView({ db, clock }, viewer, { subjectIds, action: 'ConversationsListed' })
  return rows.map(({ messageId, author, authorName, text, about, sentAt, ...head }) => ({
    ...onTheWire(head),
    last: { id: messageId, author, name: authorName, text, about, sentAt: sentAt.toISOString() },
    isAnswered: author === 'Staff',
  }))
}

export async function readConversation(
  { db, clock }: BasicDeps,
  viewer: Viewer,
  conversationId: string,
): Promise<Conversation> {
  const head = await requireConversation(db, conversationId)
  const view = { subjectIds: [subjectOf(head)], action: 'ConversationRead' as const }
  // A browser with the page open reads it every few seconds; that counts as one view.
  const since = new Date(clock().getTime() - sameViewMs)
  const isLooking = await hasViewedSince(db, { ...view, staffId: viewer.staff.staffId, since })
  if (!isLooking) await recordView({ db, clock }, viewer, view)
  return withMessages(db, head)
}

/** The reply appears in the portal's panel; a mail notifies customers who do not have it open. */
export async function replyTo(
  deps: Deps,
  actor: StaffActor,
  conversationId: string,
  { text, messageId }: { text: string; messageId?: string | undefined },
): Promise<Conversation> {
  const now = deps.clock()
  const { staffId } = actor.staff
  const head = await deps.db.transaction(async (tx) => {
    const head = await requireConversation(tx, conversationId)
    const { customerId, firstName, email } = head
    const isNew = await insertStaffReply(tx, {
      conversationId,
      id: messageId ?? randomUUID(),
      staffId,
      text,
      createdAt: now,
    })
    if (!isNew) {
      // A second click, or a call whose reply was lost, must repeat the same words: others would seem to be sent.
      const stored = (await listChat(tx, conversationId)).find(({ id }) => id === messageId)
      if (stored?.text !== text) throw new Refusal('request_id_reused')
      return head
    }
    await putInOutbox(tx, deps, {
      kind: 'SupportReply',
      facts: { firstName, body: text, portalUrl: deps.config.portalOrigin },
      recipient: email,
      customerId,
    })
    const action = customerId === null ? 'VisitorAnswered' : 'CustomerAnswered'
    const details = { conversationId }
    await recordAction(tx, actor, { subjectId: subjectOf(head), action, at: now, details })
    return head
  })
  return withMessages(deps.db, head)
}

/** The customer's next message opens it again. */
export async function closeConversation(
  deps: BasicDeps,
  actor: StaffActor,
  conversationId: string,
  { isClosed }: { isClosed: boolean },
): Promise<{ id: string; closedAt: string | null }> {
  const now = deps.clock()
  return deps.db.transaction(async (tx) => {
    const head = await requireConversation(tx, conversationId)
    if ((head.closedAt !== null) !== isClosed) {
      await setClosed(tx, conversationId, isClosed ? { at: now, by: actor.staff.staffId } : null)
      const action = isClosed ? 'ConversationClosed' : 'ConversationReopened'
      const details = { conversationId }
      await recordAction(tx, actor, { subjectId: subjectOf(head), action, at: now, details })
    }
    const { id, closedAt } = await requireConversation(tx, conversationId)
    return { id, closedAt: closedAt?.toISOString() ?? null }
  })
}

export async function requireConversation(db: Db, id: string): Promise<HeadRow> {
  return orNotFound(await findConversation(db, id))
}

async function withMessages(db: Db, { id }: HeadRow): Promise<Conversation> {
  const head = await requireConversation(db, id)
  const rows = await listChat(db, id)
  return { ...onTheWire(head), messages: rows.map((row) => onTheWire(row)) }
}
