import type { Deps } from '../deps.ts'
import { decryptBytes, encryptBytes } from './encryption.ts'
import { aadOfFile } from '../files/stored-files.ts'
import { aadOfDocument } from '../identity/documents.ts'
import { sealLinks } from '../pay-now/request-links.ts'
import { placeOfNumbers as placeOfSourceNumbers } from '../payment-methods/save-source.ts'
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
import { placeOfNumbers as placeOfPayoutNumbers } from '../withdrawals/bank-accounts.ts'
import { placeOfPayout } from '../withdrawals/payouts.ts'

type Keys = Pick<Deps, 'db' | 'config' | 'log'>
type Renewal = { column: EncryptedColumn; renew: (deps: Keys) => Promise<number> }

/** Everything that lies encrypted in the database. A column that is missing here would be lost with its key. */
export const renewals: readonly Renewal[] = [
  renewal(identityDocuments, aadOfDocument),
  renewal(bankNumbersOfSources, placeOfSourceNumbers),
  renewal(bankNumbersOfPayouts, placeOfPayoutNumbers),
  renewal(payoutFiles, ({ id }) => placeOfPayout(Number(id))),
  // Up to 10 MB each.
  renewal(storedFiles, aadOfFile, 4),
  { column: requestLinks, renew: sealLinks },
]

/**
 * Encrypts anew, with the first key, whatever is under another one. Once nothing is left, the other keys can be taken
 * out of the configuration. It may be stopped and started at any time, by any number of processes, beside those who
 * read and write the same rows. Says how many rows it renewed; that some are left is an error.
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

function renewal(column: EncryptedColumn, placeOf: (row: RowName) => string, atOnce = 200): Renewal {
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
            const place = placeOf(row)
            const clear = readOrUndefined(() => decryptBytes(keys, row, place))
            if (clear) await setEncrypted(tx, column, { ...row, ...encryptBytes(keys, clear, place) })
            else {
              // One row that somebody spoilt must not keep the others under an old key.
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
