import type { Deps } from '../deps.ts'
import { aadOfBankNumbers } from './bank-numbers.ts'
import { decryptBytes, encryptBytes } from './encryption.ts'
import { aadOfFile } from '../files/stored-files.ts'
import { aadOfDocument } from '../identity/documents.ts'
import { sealLinks } from '../pay-now/request-links.ts'
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
  type EncryptedColumn,
  type RowName,
} from './renew-encryption.store.ts'
import { aadOfPayoutFile } from '../withdrawals/payouts.ts'

type Keys = Pick<Deps, 'db' | 'config' | 'log'>
type Renewal = { column: EncryptedColumn; renew: (deps: Keys) => Promise<number> }

/** Every encrypted column of the database. One that is missing here would be lost with its key. */
export const renewals: readonly Renewal[] = [
  renewal(identityDocuments, aadOfDocument),
  renewal(bankNumbersOfSources, aadOfBankNumbers),
  renewal(bankNumbersOfPayouts, aadOfBankNumbers),
  renewal(payoutFiles, ({ id }) => aadOfPayoutFile(Number(id))),
  // Up to 10 MB each.
  renewal(storedFiles, aadOfFile, 4),
  { column: requestLinks, renew: sealLinks },
]

/**
 * Re-encrypts with the first key all rows that are under another one. Once none are left, the other keys can be removed
 * from the configuration. It can be stopped and restarted at any time and run in several processes, while others read
 * and write the same rows. Returns how many rows it renewed; throws if any are left.
 */
export async function renewEncryption(deps: Keys): Promise<number> {
  const [first] = deps.config.encryptionKeys
  if (!first) throw new Error('There is no key to encrypt with')
  let count = 0
  const left: string[] = []
  for (const { column, renew } of renewals) {
    count += await renew(deps)
    const rows = await countRowsNotUnder(deps.db, column, first.id)
    if (rows > 0) left.push(`${rows} of ${column.table.text}`)
  }
  if (left.length > 0) throw new Error(`Still under another key than "${first.id}": ${left.join(', ')}`)
  return count
}

function renewal(column: EncryptedColumn, aadOf: (row: RowName) => string, atOnce = 200): Renewal {
  return {
    column,
    async renew({ db, config: { encryptionKeys: keys }, log }) {
      const olderIds = keys.slice(1).map(({ id }) => id)
      const unreadable: string[] = []
      const renewNext = () =>
        db.transaction(async (tx) => {
          const rows = await lockRowsUnder(tx, column, {
            keyIds: olderIds,
            except: unreadable,
            limit: atOnce,
          })
          for (const row of rows) {
            const aad = aadOf(row)
            const clear = readOrUndefined(() => decryptBytes(keys, row, aad))
            if (clear) await setEncrypted(tx, column, { ...row, ...encryptBytes(keys, clear, aad) })
            else {
              // One damaged row must not keep the others under an old key.
              unreadable.push(row.id)
              log.error({ job: 'renew-encryption', code: column.table.text }, 'a row cannot be decrypted')
            }
          }
          return rows.length
        })
      let count = 0
      if (olderIds.length === 0) return count
      for (let renewed = await renewNext(); renewed > 0; renewed = await renewNext()) count += renewed
      return count - unreadable.length
    },
  }
}

function readOrUndefined(read: () => Buffer): Buffer | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
