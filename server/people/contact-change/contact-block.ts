import { formatMoment } from '#domain/calendar/calendar.ts'
import { contactBlock, type ContactBlock } from '#domain/contact-change.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Region } from '#domain/region.ts'
import type { Db } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import { companySettings } from '../../platform/settings/company-settings.ts'
import { findRegion, listBlocking } from './contact-change.reads.ts'

/** Which of these accounts are blocked after a contact change of one of their members, and until when. */
export async function blockedAccounts(
  db: Db,
  accountIds: readonly string[],
  now: Date,
): Promise<Map<string, ContactBlock>> {
  const changes = Map.groupBy(await listBlocking(db, accountIds, now), ({ accountId }) => accountId)
  const blocks = new Map<string, ContactBlock>()
  for (const [accountId, ofAccount] of changes) {
    const block = contactBlock(ofAccount, now)
    if (block) blocks.set(accountId, block)
  }
  return blocks
}

/**
 * Refuses to send money to a new destination while the former contact can still say that the change was not theirs.
 */
export async function refuseWhileBlocked(
  db: Db,
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  accountId: string,
): Promise<void> {
  const block = (await blockedAccounts(db, [accountId], clock())).get(accountId)
  if (!block) return
  const region = (await findRegion(db, accountId)) ?? 'AU'
  const { phone } = (await companySettings({ db, config })).support[region]
  if (block.until === null) throw new Refusal('contact_change_stopped', { values: { phone } })
  throw new Refusal('contact_changed', { values: { phone, until: formatMoment(block.until, region) } })
}

/** The text that staff read next to a withdrawal. */
export function describeBlock({ until }: ContactBlock, region: Region): string {
  return until === null
    ? 'held: a contact change was stopped'
    : `held until ${formatMoment(until, region)} after a contact change`
}
