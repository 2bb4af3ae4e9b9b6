import type {
  FamilyMessage,
  FamilyMessageAsItLooked,
  FamilyMessages,
} from '#contract/staff-family-records.ts'
import { orNotFound } from '#domain/refusal.ts'
import type { BasicDeps, ReadDeps } from '../../platform/deps.ts'
import { messageTitle, shownRecipient } from '../../letters/messages/titles.ts'
import { companySettings } from '../../platform/settings/company-settings.ts'
import { recordView, type Viewer } from '../../people/audit/staff-audit.ts'
import { renderForStaff } from '../company/outbox-desk.ts'
import { findMessage } from '../company/outbox-desk.reads.ts'
import { requireAccount } from './family.store.ts'
import { countMessages, isMessageOfFamily, listMessageLines, type MessageLine } from './messages.store.ts'
import { cutPage, fromTimeCursor, type FamilyPageQuery } from './time-cursor.ts'

const channels = { All: null, Mails: 'email', Texts: 'sms' } as const

export async function showMessages(
  { db, clock }: BasicDeps,
  viewer: Viewer,
  { accountId, filter, cursor, limit }: FamilyPageQuery<keyof typeof channels>,
): Promise<FamilyMessages> {
  const account = await requireAccount(db, accountId)
  const after = fromTimeCursor(cursor)
  const candidates = await listMessageLines(db, accountId, {
    channel: channels[filter],
    after,
    limit: limit + 1,
  })
  const { rows, nextCursor } = cutPage(candidates, limit, ({ createdAt, id }) => ({ at: createdAt, id }))
  await recordView({ db, clock }, viewer, { subjectIds: [accountId], action: 'MessagesListed' })
  return {
    region: account.region,
    counts: await countMessages(db, accountId),
    messages: rows.map(messageLineOf),
    nextCursor,
  }
}

export function messageLineOf(message: MessageLine): FamilyMessage {
  return {
    id: message.id,
    channel: message.channel,
    title: messageTitle(message),
    recipient: shownRecipient(message),
    status: message.status,
    at: (message.sentAt ?? message.createdAt).toISOString(),
  }
}

/** Shows the message in today's words and design. Secrets are never shown to staff, not even while they wait. */
export async function showSentMessage(
  { db, clock, config }: ReadDeps,
  viewer: Viewer,
  key: { accountId: string; messageId: string },
): Promise<FamilyMessageAsItLooked> {
  const row = orNotFound(
    (await isMessageOfFamily(db, key)) ? await findMessage(db, key.messageId) : undefined,
  )
  const details = { messageId: row.id }
  await recordView({ db, clock }, viewer, { subjectIds: [key.accountId], action: 'MessageRead', details })
  return {
    ...messageLineOf(row),
    isSecret: row.isSecret,
    lastError: row.lastError,
    canBeSentAgain: row.status === 'Refused' && !row.isSecret,
    ...renderForStaff(row, await companySettings({ db, config }), config),
  }
}
