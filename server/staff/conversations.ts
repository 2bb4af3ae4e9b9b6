import { randomUUID } from 'node:crypto'
import type { ChatLine, Conversation } from '#contract/staff-house.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Deps } from '../deps.ts'
import { putInOutbox } from '../outbox/outbox.ts'
import {
  findListener,
  insertReply,
  listChat,
  listConversations,
  type ChatRow,
} from './conversations.store.ts'
import { recordDeed, recordLook, type Looker, type StaffDeed } from './staff-audit.ts'

export async function readConversations(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  looker: Looker,
  limit: number,
): Promise<Conversation[]> {
  const conversations = await listConversations(db, limit)
  const subjectIds = conversations.map(({ accountId }) => accountId)
  await recordLook(db, looker, { subjectIds, action: 'ConversationsListed', at: clock() })
  return conversations
}

export async function readConversation(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  looker: Looker,
  accountId: string,
): Promise<ChatLine[]> {
  const lines = await listChat(db, accountId)
  if (lines.length === 0) throw new Refusal('not_found')
  await recordLook(db, looker, { subjectIds: [accountId], action: 'ConversationRead', at: clock() })
  return lines.map(onTheWire)
}

/** The answer appears in the portal's panel; the mail tells those who are not looking. */
export async function replyTo(
  deps: Deps,
  deed: StaffDeed,
  accountId: string,
  text: string,
): Promise<ChatLine[]> {
  const now = deps.clock()
  const { staffId } = deed.staff
  await deps.db.transaction(async (tx) => {
    const listener = await findListener(tx, accountId)
    if (!listener) throw new Refusal('not_found')
    const { customerId, firstName, email } = listener
    await insertReply(tx, { accountId, id: randomUUID(), staffId, text, createdAt: now })
    await putInOutbox(tx, deps, {
      kind: 'SupportReply',
      facts: { firstName, body: text, portalUrl: deps.config.portalOrigin },
      recipient: email,
      customerId,
      accountId,
    })
    await recordDeed(tx, deed, { subjectId: accountId, action: 'CustomerAnswered', at: now })
  })
  return (await listChat(deps.db, accountId)).map(onTheWire)
}

const onTheWire = ({ sentAt, ...line }: ChatRow): ChatLine => ({ ...line, sentAt: sentAt.toISOString() })
