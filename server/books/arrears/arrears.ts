import type { CalendarDate } from '#domain/calendar/calendar.ts'
import { cents, type Cents } from '#domain/money.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { LetterDeps } from '../../platform/deps.ts'
import { growRequest, lockRequest, setRequestOfInstalment } from './arrears.store.ts'
import { fitArrears } from '../payments/fit-arrears.ts'
import { createPaymentRequest } from '../payment-requests/payment-requests.ts'

/** Returns the open request for everything that an account is behind with, or creates it for this amount. */
async function openArrears(
  tx: Transaction,
  deps: LetterDeps,
  { accountId, amount, dueOn }: { accountId: string; amount: Cents; dueOn: CalendarDate },
): Promise<{ id: string }> {
  const open = await lockRequest(tx, accountId)
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

type OverdueInstalment = {
  accountId: string
  planId: string
  seq: number
  owing: Cents
  /** What its failure cost; the family is asked for it as well. */
  fee: Cents
  dueOn: CalendarDate
}

/** Adds an overdue instalment to the one request for everything that its family is behind with. */
export async function joinArrears(
  tx: Transaction,
  deps: LetterDeps,
  { owing, fee, dueOn, ...instalment }: OverdueInstalment,
): Promise<void> {
  const { accountId } = instalment
  const { id } = await openArrears(tx, deps, { accountId, amount: cents(owing + fee), dueOn })
  await setRequestOfInstalment(tx, instalment, id)
  await growRequest(tx, { accountId, id }, { fee, now: deps.clock() })
  await fitArrears(tx, accountId)
}

/** Adds a fee to the request. The caller runs `fitArrears` afterwards, once all its changes are written. */
export async function addFeeToArrears(
  tx: Transaction,
  deps: LetterDeps,
  { accountId, fee, dueOn }: { accountId: string; fee: Cents; dueOn: CalendarDate },
): Promise<void> {
  const { id } = await openArrears(tx, deps, { accountId, amount: fee, dueOn })
  await growRequest(tx, { accountId, id }, { fee, now: deps.clock() })
}
