import type { FileReply } from '#contract/endpoint.ts'
import { dateIn } from '#domain/calendar.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Region } from '#domain/region.ts'
import type { Deps } from '../deps.ts'
import { decrypt } from '../encryption.ts'
import { houseSettings } from '../settings/house-settings.ts'
import { abaText, payoutCsv, type PaidFrom, type Payout } from './payout-file.ts'
import { listApproved, type PayoutRow } from './payouts.store.ts'

/**
 * Everything that is approved and not yet paid, as the bank takes it in. Taking the file moves nothing: each
 * withdrawal stays approved until somebody says that the bank has paid it.
 */
export async function payoutFile(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  { region, from }: { region: Region; from: PaidFrom | undefined },
): Promise<{ file: FileReply; accountIds: string[] }> {
  const rows = await listApproved(deps.db, region)
  if (rows.length === 0) throw new Refusal('not_found')
  const payouts = rows.map((row) => withNumbers(deps, row))
  const on = dateIn(region, deps.clock())
  const { brand } = await houseSettings(deps)
  const isAu = region === 'AU'
  if (isAu && !from) {
    throw new Refusal('invalid_request', { fields: { from: 'Say which account the money leaves from' } })
  }
  const text = isAu && from ? abaText(payouts, from, on, brand) : payoutCsv(payouts)
  return {
    file: {
      bytes: new TextEncoder().encode(text),
      fileName: `Withdrawals ${on}.${isAu ? 'aba' : 'csv'}`,
      contentType: isAu ? 'text/plain; charset=us-ascii' : 'text/csv; charset=utf-8',
    },
    accountIds: rows.map(({ accountId }) => accountId),
  }
}

function withNumbers({ config }: Pick<Deps, 'config'>, row: PayoutRow): Payout {
  const { bytes, keyId, accountId, bankAccountId, holder, amount, shortId } = row
  // A payout that nobody could make must not be left out in silence.
  if (!bytes || keyId === null) throw new Refusal('not_possible')
  const numbers = JSON.parse(
    decrypt(config.encryptionKeys, { bytes, keyId }, `${accountId}:${bankAccountId}`),
  ) as Pick<Payout, 'bsb' | 'accountNumber'>
  return { ...numbers, holder, amount, reference: `${shortId} ${row.withdrawalId.slice(0, 8)}` }
}
