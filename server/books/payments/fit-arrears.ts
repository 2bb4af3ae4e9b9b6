import type { Transaction } from '../../platform/database/open.ts'
import { fitRequest } from './fit-arrears.store.ts'

/**
 * After what an account owes has changed: its open request for arrears asks for what is owing now, or is closed. Money
 * that goes back changes it as well, so this stands with the payments.
 */
export async function fitArrears(tx: Transaction, accountId: string): Promise<void> {
  await fitRequest(tx, accountId)
}
