import { decrypt, encrypt, type Encrypted, type EncryptionKey } from './encryption.ts'

/** Bank numbers as digits only. In the UK the BSB is the sort code. */
export type BankNumbers = { bsb: string; accountNumber: string }

/** The row with the numbers: a payment method, or a bank account that withdrawals are paid to. */
type Row = { accountId: string; id: string }

/** Binds the numbers to their row, so that they cannot be decrypted in another row. */
export const aadOfBankNumbers = ({ accountId, id }: Row) => `${accountId}:${id}`

export function encryptBankNumbers(
  keys: readonly EncryptionKey[],
  row: Row,
  { bsb, accountNumber }: BankNumbers,
): Encrypted {
  return encrypt(keys, JSON.stringify({ bsb, accountNumber }), aadOfBankNumbers(row))
}

export function decryptBankNumbers(
  keys: readonly EncryptionKey[],
  row: Row,
  encrypted: Encrypted,
): BankNumbers {
  return JSON.parse(decrypt(keys, encrypted, aadOfBankNumbers(row))) as BankNumbers
}
