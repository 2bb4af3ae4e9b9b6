import type { FileOfSomeType } from '#contract/endpoint.ts'
import { dateIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import { fieldRefusal, orNotFound, Refusal } from '#domain/refusal.ts'
import type { Region } from '#domain/region.ts'
import { isPayable } from '#domain/withdrawals.ts'
import { blockedAccounts, refuseWhileBlocked } from '../../people/contact-change/contact-block.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import type { Deps, ReadDeps } from '../../platform/deps.ts'
import { decryptBytes, encryptBytes } from '../../platform/encryption/encryption.ts'
import { companySettings } from '../../platform/settings/company-settings.ts'
import { revealNumbers } from './bank-accounts.ts'
import {
  abaText,
  payoutCsv,
  withPaymentDay,
  type PaidFrom,
  type Payout as PayoutLine,
} from './payout-file.ts'
import {
  insertPayout,
  lockApproved,
  lockPayouts,
  lockRequestsOf,
  nextNumber,
  type PayoutRow,
} from './payouts.store.ts'
import { findPayoutFile, listPayouts, type Payout } from './payouts.reads.ts'

/**
 * Puts every approved withdrawal without a batch into a new batch, in the caller's transaction. From then on it stays
 * in this batch alone: downloading the file twice gives the same file and never pays twice. The bank pays on the day of
 * the release. Each withdrawal stays approved until its outcome at the bank is recorded.
 */
export async function makePayout(
  tx: Transaction,
  deps: Pick<Deps, 'clock' | 'config'>,
  wanted: { region: Region; from: PaidFrom | undefined; madeBy: string },
): Promise<Payout> {
  const { region, madeBy } = wanted
  const { brand, payoutAccount } = await companySettings({ ...deps, db: tx })
  const from = wanted.from ?? payoutAccount
  if (region === 'AU' && !from) {
    throw fieldRefusal({ from: 'Say which account the money leaves from' })
  }
  const now = deps.clock()
  await lockPayouts(tx)
  const approved = await lockApproved(tx, region)
  // Held after a contact change, or because a parent has just added the bank account: they wait for a later batch, and
  // nobody else waits for them.
  const held = await blockedAccounts(
    tx,
    approved.map(({ accountId }) => accountId),
    now,
  )
  const requests = approved.filter(
    ({ accountId, payableFrom }) => !held.has(accountId) && isPayable(payableFrom, now),
  )
  if (requests.length === 0) throw new Refusal('nothing_to_pay_out')
  const lines = requests.map((row) => lineOf(deps, row))
  const text = region === 'AU' && from ? abaText(lines, from, brand) : payoutCsv(lines)
  const number = await nextNumber(tx)
  const file = encryptBytes(deps.config.encryptionKeys, encode(text), aadOfPayoutFile(number))
  await insertPayout(tx, { number, region, file, madeBy, now, requests })
  return readPayout(tx, number)
}

export async function readPayouts(
  db: Db,
  { region, limit }: { region: Region | undefined; limit: number },
): Promise<Payout[]> {
  return listPayouts(db, { number: null, region: region ?? null, limit })
}

export async function readPayout(db: Db, number: number): Promise<Payout> {
  const [payout] = await listPayouts(db, { number, region: null, limit: 1 })
  if (!payout) throw new Refusal('not_found')
  return payout
}

/** Refuses the file until a second person has released the payout. */
export async function refuseUnreleased(db: Db, number: number | null): Promise<void> {
  const isReleased = number !== null && (await readPayout(db, number)).releasedAt !== null
  if (!isReleased) throw new Refusal('payout_not_released')
}

/**
 * Returns the file that was created with the batch, with the day of its release, and the accounts in it. Refuses while it
 * would pay a family whose contact details have just changed: it may not be with the bank yet.
 */
export async function payoutFile(
  deps: ReadDeps,
  number: number,
): Promise<{ file: FileOfSomeType; accountIds: string[] }> {
  const { db, config } = deps
  const stored = orNotFound(await findPayoutFile(db, number))
  const { region, createdAt, releasedAt, accountIds } = stored
  for (const accountId of stored.openAccountIds) await refuseWhileBlocked(db, deps, accountId)
  const isAu = region === 'AU'
  const bytes = decryptBytes(config.encryptionKeys, stored, aadOfPayoutFile(number))
  return {
    file: {
      bytes: isAu && releasedAt ? dated(bytes, dateIn(region, releasedAt)) : bytes,
      fileName: `Payout ${number} of ${dateIn(region, createdAt)}.${isAu ? 'aba' : 'csv'}`,
      contentType: isAu ? 'text/plain; charset=us-ascii' : 'text/csv; charset=utf-8',
    },
    accountIds,
  }
}

/**
 * Locks the withdrawals of a batch: those to decide on now, how many are decided, and how many are held by a contact
 * change.
 */
export async function lockPayout(
  tx: Transaction,
  { clock }: Pick<Deps, 'clock'>,
  number: number,
): Promise<{ openIds: string[]; decidedCount: number; heldCount: number }> {
  const requests = await lockRequestsOf(tx, number)
  if (requests.length === 0) throw new Refusal('not_found')
  const open = requests.filter(({ status }) => status === 'Approved')
  const held = await blockedAccounts(
    tx,
    open.map(({ accountId }) => accountId),
    clock(),
  )
  const openIds = open.filter(({ accountId }) => !held.has(accountId)).map(({ id }) => id)
  return {
    openIds,
    decidedCount: requests.length - open.length,
    heldCount: open.length - openIds.length,
  }
}

const encode = (text: string) => new TextEncoder().encode(text)
const dated = (aba: Uint8Array, on: CalendarDate) => encode(withPaymentDay(new TextDecoder().decode(aba), on))

/** The associated data that binds the file to its row. */
export const aadOfPayoutFile = (number: number) => `payout:${number}`

/**
 * Refuses a batch with a payout that cannot be made: it must not be left out silently, so the others wait until it is
 * declined.
 */
function lineOf(deps: Pick<Deps, 'config'>, row: PayoutRow): PayoutLine {
  const { holder, amount, shortId, withdrawalId } = row
  const numbers = row.isRemoved ? undefined : revealNumbers(deps, { ...row, id: row.bankAccountId })
  if (!numbers) {
    const fault = `Nothing can be paid to the bank account of withdrawal ${withdrawalId}`
    throw new Refusal('not_possible', { fields: { [shortId]: fault } })
  }
  return { ...numbers, holder, amount, reference: `${shortId} ${withdrawalId.slice(0, 8)}` }
}
