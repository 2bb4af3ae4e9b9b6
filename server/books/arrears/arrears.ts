import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cents } from '#domain/money.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { LetterDeps } from '../../platform/deps.ts'
import type { RowKey } from '../../platform/database/row-key.ts'
import { addToRequest, lockRequest } from './arrears.store.ts'
import { createPaymentRequest } from '../payment-requests/payment-requests.ts'

/**
 * Adds an overdue charge to the one open request for everything that its family is behind with, and returns that
 * request. The caller has locked the account.
 */
export async function joinArrears(
  tx: Transaction,
  deps: LetterDeps,
  { id: chargeId, accountId, open, dueOn }: RowKey & { open: Cents; dueOn: CalendarDate },
): Promise<string> {
  const request =
    (await lockRequest(tx, accountId)) ??
    (await createPaymentRequest(tx, deps, {
      accountId,
      amountDue: open,
      dueOn,
      periodName: 'overdue payments',
      isArrears: true,
      isTold: false,
    }))
  await addToRequest(tx, { accountId, id: request.id }, { chargeId, now: deps.clock() })
  return request.id
}
