import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cents } from '#domain/money.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import { lockArrears } from './arrears.store.ts'
import { createPaymentRequest } from '../payment-requests/payment-requests.ts'

/** The open request for all that an account is behind with. If there is none, it is made for this amount. */
export async function openArrears(
  tx: Transaction,
  deps: Pick<Deps, 'config' | 'clock' | 'jobs'>,
  { accountId, amount, dueOn }: { accountId: string; amount: Cents; dueOn: CalendarDate },
): Promise<{ id: string }> {
  const open = await lockArrears(tx, accountId)
  if (open) return open
  return createPaymentRequest(tx, deps, {
    accountId,
    amountDue: amount,
    dueOn,
    periodName: 'overdue payments',
    isArrears: true,
    isTold: false,
  })
}
