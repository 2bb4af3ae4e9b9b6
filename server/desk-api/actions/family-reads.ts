import type { FamilyReads } from '#contract/staff-actions.ts'
import type { Region } from '#domain/region.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import type { MessageKind } from '../../letters/messages/message.ts'
import { channelOf, renderStored } from '../../letters/messages/render.ts'
import { completeReceipt } from '../../books/payments/receipt-details.ts'
import { companySettings } from '../../platform/settings/company-settings.ts'
import { contextForStaff } from '../company/outbox-desk.ts'
import { insertStaffWords, listMessagesOfAction } from './family-reads.store.ts'

/** Adds the words of staff to the mails that an action has written to the family. */
export async function addStaffWords(
  tx: Transaction,
  actionId: string,
  words: string | undefined,
): Promise<void> {
  if (words !== undefined) await insertStaffWords(tx, actionId, words)
}

/** A message and its reader's first name. */
export type MessageOfAction = { firstName: string | null; message: FamilyReads }

/** The messages of an action to the family, rendered as they would be sent. Only the family gets the payment link. */
export async function readMessages(
  db: Db,
  { config }: Pick<Deps, 'config'>,
  actionId: string,
): Promise<MessageOfAction[]> {
  const rows = await listMessagesOfAction(db, actionId)
  if (rows.length === 0) return []
  const company = await companySettings({ db, config })
  const shown: MessageOfAction[] = []
  for (const row of rows) {
    const facts = row.kind === 'Receipt' ? await completeReceipt(db, row) : row.facts
    const context = contextForStaff(company, config, row.region as Region | null)
    const words = renderStored(row.kind, facts, context)
    const channel = channelOf(row.kind as MessageKind)
    shown.push({
      firstName: row.firstName,
      message: {
        channel,
        to: row.name ?? row.recipient,
        address: row.recipient,
        subject: 'subject' in words ? words.subject : null,
        text: words.text,
        takesWords: channel === 'email',
      },
    })
  }
  return shown
}
