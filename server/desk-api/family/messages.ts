import type {
  FamilyMessage,
  FamilyMessageAsItLooked,
  FamilyMessages,
} from '#contract/staff-family-records.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Deps } from '../../platform/deps.ts'
import { messageTitle, shownRecipient } from '../../letters/messages/titles.ts'
import { companySettings } from '../../platform/settings/company-settings.ts'
import { recordView, type Viewer } from '../../people/audit/staff-audit.ts'
import { wordsOf } from '../company/outbox-desk.ts'
import { lockMessage } from '../company/outbox-desk.store.ts'
import { readAccount } from './family.store.ts'
import { countMessages, isMessageOfFamily, listMessageLines, type MessageLine } from './messages.store.ts'
import { cutPage, fromTimeCursor, type FamilyPage } from './time-cursor.ts'

const channels = { All: null, Mails: 'email', Texts: 'sms' } as const

export async function showMessages(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  { accountId, filter, cursor, limit }: FamilyPage<keyof typeof channels>,
): Promise<FamilyMessages> {
  const account = await readAccount(db, accountId)
  const after = fromTimeCursor(cursor)
  const found = await listMessageLines(db, accountId, { channel: channels[filter], after, limit: limit + 1 })
  const { rows, nextCursor } = cutPage(found, limit, ({ createdAt, id }) => ({ at: createdAt, id }))
  await recordView(db, viewer, { subjectIds: [accountId], action: 'MessagesListed', at: clock() })
  return {
    region: account.region,
    counts: await countMessages(db, accountId),
    messages: rows.map(lineOf),
    nextCursor,
  }
}

export function lineOf(message: MessageLine): FamilyMessage {
  return {
    id: message.id,
    channel: message.channel,
    title: messageTitle(message),
    recipient: shownRecipient(message),
    status: message.status,
    at: (message.sentAt ?? message.createdAt).toISOString(),
  }
}

/** In today's words and look. A secret has none for us, not even while it waits. */
export async function showMessageAsItLooked(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  viewer: Viewer,
  key: { accountId: string; messageId: string },
): Promise<FamilyMessageAsItLooked> {
  const row = (await isMessageOfFamily(db, key)) ? await lockMessage(db, key.messageId) : undefined
  if (!row) throw new Refusal('not_found')
  const details = { messageId: row.id }
  await recordView(db, viewer, { subjectIds: [key.accountId], action: 'MessageRead', at: clock(), details })
  return {
    ...lineOf(row),
    isSecret: row.isSecret,
    lastError: row.lastError,
    canBeSentAgain: row.status === 'Refused' && !row.isSecret,
    ...wordsOf(row, await companySettings({ db, config }), config),
  }
}
