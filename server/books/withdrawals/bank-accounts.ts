import { randomUUID } from 'node:crypto'
import { bankNumberProblems } from '#domain/payment-methods/payment-methods.ts'
import { fieldRefusal, orNotFound, Refusal } from '#domain/refusal.ts'
import type { Region } from '#domain/region.ts'
import { refuseWhileBlocked } from '../../people/contact-change/contact-block.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import {
  decryptBankNumbers,
  encryptBankNumbers,
  type BankNumbers,
} from '../../platform/encryption/bank-numbers.ts'
import {
  hasAccount,
  hasOpenRequests,
  insertBankAccount,
  listSavedAccounts,
  markRemoved,
  setVerified,
  type BankAccountRow,
  type ShownBankAccount,
} from './bank-accounts.store.ts'
import { lockAccount } from './withdrawals.store.ts'
import type { RowKey } from '../../platform/database/row-key.ts'

export type StoredBankAccount = Omit<BankAccountRow, 'bytes' | 'keyId'>

export async function readBankAccounts(db: Db, accountId: string): Promise<StoredBankAccount[]> {
  const rows = await listSavedAccounts(db, accountId)
  if (rows.length === 0 && !(await hasAccount(db, accountId))) throw new Refusal('not_found')
  return rows
}

/** Saves a bank account in the caller's transaction, after staff have seen proof of it. It is not verified yet. */
export async function storeBankAccount(
  tx: Transaction,
  deps: Pick<Deps, 'config' | 'clock'>,
  accountId: string,
  sent: BankNumbers & { holder: string },
): Promise<StoredBankAccount> {
  return { ...(await insertNew(tx, deps, accountId, sent)), verifiedAt: null, payableFrom: null }
}

/** Saves a bank account that a parent adds: it waits until `confirmBy` for a code. */
export async function insertNew(
  tx: Transaction,
  deps: Pick<Deps, 'config' | 'clock'>,
  accountId: string,
  sent: BankNumbers & { holder: string },
  waiting: { addedBy: string; confirmBy: Date } | { addedBy: null; confirmBy: null } = {
    addedBy: null,
    confirmBy: null,
  },
): Promise<ShownBankAccount> {
  // Serialises two calls that add the same one: the second waits here and then finds it.
  const account = orNotFound(await lockAccount(tx, accountId))
  await refuseWhileBlocked(tx, deps, accountId)
  const { region } = account
  const numbers = readNumbers(region, sent)
  for (const kept of await listSavedAccounts(tx, accountId)) {
    const known = revealNumbers(deps, kept)
    if (known?.bsb === numbers.bsb && known.accountNumber === numbers.accountNumber) {
      throw new Refusal('already_exists')
    }
  }
  const id = randomUUID()
  const last4 = numbers.accountNumber.slice(-4)
  const shown = {
    accountId,
    id,
    holder: sent.holder,
    displayName: `Bank account ending ${last4}`,
    ...(region === 'AU'
      ? { bsb: `***-*${numbers.bsb.slice(-2)}`, accountNumber: `*****${last4}` }
      : { bsb: `**-**-${numbers.bsb.slice(-2)}`, accountNumber: `****${last4}` }),
  }
  const encrypted = encryptBankNumbers(deps.config.encryptionKeys, { accountId, id }, numbers)
  await insertBankAccount(tx, { ...shown, encrypted, ...waiting })
  return shown
}

/** Verifies a bank account: from now on the family may choose it. */
export async function markVerified(
  tx: Transaction,
  deps: Pick<Deps, 'clock' | 'config'>,
  key: RowKey,
): Promise<StoredBankAccount> {
  await lockAccount(tx, key.accountId)
  await refuseWhileBlocked(tx, deps, key.accountId)
  const kept = (await listSavedAccounts(tx, key.accountId)).find(({ id }) => id === key.id)
  if (!kept) throw new Refusal('not_found')
  const verifiedAt = deps.clock()
  await setVerified(tx, { ...key, verifiedAt })
  return { ...kept, verifiedAt }
}

export async function removeUnverified(
  tx: Transaction,
  { clock }: Pick<Deps, 'clock'>,
  { accountId, id }: RowKey,
): Promise<void> {
  await lockAccount(tx, accountId)
  const kept = (await listSavedAccounts(tx, accountId)).find((each) => each.id === id)
  if (kept?.verifiedAt === null) await markRemoved(tx, { accountId, id, now: clock() })
}

/** Removes a bank account from the family's choice, under the lock that withdrawals take too. */
export async function removeBankAccount(
  tx: Transaction,
  { clock }: Pick<Deps, 'clock'>,
  { accountId, id }: RowKey,
): Promise<StoredBankAccount> {
  await lockAccount(tx, accountId)
  const kept = (await listSavedAccounts(tx, accountId)).find((each) => each.id === id)
  if (!kept) throw new Refusal('not_found')
  if (await hasOpenRequests(tx, { accountId, id })) throw new Refusal('bank_account_in_use')
  await markRemoved(tx, { accountId, id, now: clock() })
  return kept
}

/** Decrypts the account numbers: only for the payout file, and to find an account that is saved already. */
export function revealNumbers(
  { config }: Pick<Deps, 'config'>,
  { bytes, keyId, ...row }: Pick<BankAccountRow, 'accountId' | 'id' | 'bytes' | 'keyId'>,
): BankNumbers | undefined {
  return bytes && keyId !== null
    ? decryptBankNumbers(config.encryptionKeys, row, { bytes, keyId })
    : undefined
}

function readNumbers(region: Region, { bsb, accountNumber }: BankNumbers): BankNumbers {
  const fields = bankNumberProblems(region, { bsb, accountNumber })
  if (Object.keys(fields).length > 0) throw fieldRefusal(fields)
  return { bsb: bsb.replaceAll('-', ''), accountNumber }
}
