import type { Transaction } from '../../platform/database/open.ts'
import { fitRequest } from './fit-arrears.store.ts'

/**
 * Updates or closes an account's open request for arrears after the amount it owes has changed. Returned money changes
 * it too, so this function lies with the payments.
 */
export async function fitArrears(tx: Transaction, accountId: string): Promise<void> {
  await fitRequest(tx, accountId)
}
