import type { RowKey } from '../platform/database/row-key.ts'
import type { Deps } from '../platform/deps.ts'
import { aadOfBankNumbers } from '../platform/encryption/bank-numbers.ts'
import { decryptBytes, encryptBytes } from '../platform/encryption/encryption.ts'
import { aadOfFile } from '../platform/files/stored-files.ts'
import { inSteps, workThrough, type WorkDeps } from '../platform/jobs/work-through.ts'
import { aadOfDocument } from '../people/identity/documents.ts'
import { aadOfLink } from '../books/payment-requests/request-links.ts'
import {
  bankNumbersOfPayouts,
  bankNumbersOfSources,
  countRowsNotUnder,
  identityDocuments,
  lockRowsUnder,
  payoutFiles,
  requestLinks,
  setEncrypted,
  storedFiles,
  totpSecrets,
  type EncryptedColumn,
  type EncryptedRow,
} from './renew-encryption.store.ts'
import { aadOfTotp } from '../people/staff-access/two-factor.ts'
import { aadOfPayoutFile } from '../books/withdrawals/payouts.ts'

type RenewalDeps = WorkDeps & Pick<Deps, 'config'>
type Renewal = { column: EncryptedColumn; renew: (deps: RenewalDeps) => Promise<number> }

/**
 * Every encrypted column of the database. A column that is missing here would become unreadable when its key is
 * removed.
 */
export const renewals: readonly Renewal[] = [
  renewal(identityDocuments, aadOfDocument),
  renewal(bankNumbersOfSources, aadOfBankNumbers),
  renewal(bankNumbersOfPayouts, aadOfBankNumbers),
  renewal(payoutFiles, ({ id }) => aadOfPayoutFile(Number(id))),
  renewal(totpSecrets, aadOfTotp),
  // Files have up to 10 MB each, so few are processed at once.
  renewal(storedFiles, aadOfFile, 4),
  renewal(requestLinks, aadOfLink),
]

/**
 * Re-encrypts all rows with the first key. Once no rows use another key, the other keys can be removed from the
 * configuration. It can be stopped and restarted at any time and run in several processes, while others read and
 * write the same rows. Returns how many rows it renewed; throws if any are left.
 */
export async function renewEncryption(deps: RenewalDeps): Promise<number> {
  const [first] = deps.config.encryptionKeys
  if (!first) throw new Error('There is no key to encrypt with')
  let count = 0
  const left: string[] = []
  await inSteps(
    renewals.map(({ column, renew }) => async () => {
      count += await renew(deps)
      const rows = await countRowsNotUnder(deps.db, column, first.id)
      if (rows > 0) left.push(`${rows} of ${column.table.text}`)
    }),
  )
  if (left.length > 0) throw new Error(`Still under another key than "${first.id}": ${left.join(', ')}`)
  return count
}

export const workOf = ({ table }: EncryptedColumn) => `renew-encryption of ${table.text}` as const

function renewal(column: EncryptedColumn, aadOf: (row: RowKey) => string, atOnce = 200): Renewal {
  return {
    column,
    async renew(deps) {
      const { encryptionKeys: keys } = deps.config
      const olderIds = keys.slice(1).map(({ id }) => id)
      if (olderIds.length === 0) return 0
      return workThrough<EncryptedRow>(deps, {
        name: workOf(column),
        itemOf: ({ id, accountId }) => ({ item: id, accountId: accountId || null }),
        atOnce,
        claim: (tx, turn) => lockRowsUnder(tx, column, olderIds, turn),
        process: async (tx, rows) => {
          for (const row of rows) {
            const aad = aadOf(row)
            const clear = decryptBytes(keys, row, aad)
            await setEncrypted(tx, column, { ...row, ...encryptBytes(keys, clear, aad) })
          }
        },
      })
    },
  }
}
