import { cents, sumOf, type Cents } from '#domain/money.ts'
import { coverWith, type Owed } from '#domain/repayments.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import { workThrough } from '../../platform/jobs/work-through.ts'
import { addFeeToArrears } from '../../books/arrears/arrears.ts'
import { fitArrears } from '../../books/payments/fit-arrears.ts'
import { resendRequest } from '../../books/payment-requests/payment-requests.ts'
import { countExtra, returnToPlan } from '../plan-changes/extra-payment.ts'
import {
  findPaymentToAllocate,
  insertCover,
  insertRequestCover,
  listCovers,
  listPaymentsOfAccount,
  listPaymentsToAllocate,
  lockRequested,
  lockOwed,
  lockPayment,
  markAllocated,
  reverseCover,
  reverseRequestCover,
  removeUnpaidFee,
  type PaymentKey,
  type PaymentToAllocate,
} from './cover.store.ts'
import { lockPlans } from '../payment-schedule/put-plan.ts'

type CoverDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'config' | 'log'>

/**
 * Allocates payments outside the plan to overdue instalments: first to those they were requested for, the oldest first,
 * then to other amounts owing. For a family that pays its plan by BPAY they pay the next instalments too, and an early
 * payment of a parent pays the school's open requests. An extra payment pays the plan that it was meant for, before
 * those requests. The remainder is credit. Returns the number of payments processed.
 */
export async function coverInstalments(deps: CoverDeps): Promise<number> {
  return workThrough(deps, {
    name: 'cover-instalments',
    itemOf: ({ paymentId, accountId }) => ({ item: paymentId, accountId }),
    claim: listPaymentsToAllocate,
    process: async (tx, keys) => {
      for (const key of keys) {
        await allocateOne(tx, deps, key)
      }
    },
  })
}

/** Allocates the payments of one account in the caller's transaction: a preview shows what a payment would cover. */
export async function coverInstalmentsOf(tx: Transaction, deps: CoverDeps, accountId: string): Promise<void> {
  for (const key of await listPaymentsOfAccount(tx, accountId)) await allocateOne(tx, deps, key)
}

async function allocateOne(tx: Transaction, deps: CoverDeps, key: PaymentKey): Promise<void> {
  // In the order of everybody who changes a plan or takes money out: first the account.
  await lockPlans(tx, key.accountId)
  await lockPayment(tx, key)
  const payment = await findPaymentToAllocate(tx, key)
  if (payment) await allocate(tx, deps, payment)
}

async function allocate(tx: Transaction, deps: CoverDeps, payment: PaymentToAllocate): Promise<void> {
  const covers = await listCovers(tx, payment)
  const covered = sumOf(covers)
  if (covered > payment.available) await shrink(tx, deps, payment, covers, covered - payment.available)
  else await cover(tx, deps, payment, covered)
  if (payment.extra && !payment.isDisputed) await returnToPlan(tx, deps, payment, covers)
  await markAllocated(tx, payment)
  if (!payment.isDisputed) await requestFeeAgain(tx, deps, payment)
  await fitArrears(tx, payment.accountId)
}

/**
 * Adds the fee of a closed request to the arrears again. Instalments whose money was returned are requested like
 * others, but the fee has no instalment of its own.
 */
async function requestFeeAgain(tx: Transaction, deps: CoverDeps, payment: PaymentToAllocate): Promise<void> {
  const unpaid = await removeUnpaidFee(tx, payment)
  if (!unpaid) return
  await addFeeToArrears(tx, deps, { accountId: payment.accountId, ...unpaid })
}

async function cover(
  tx: Transaction,
  deps: CoverDeps,
  payment: PaymentToAllocate,
  covered: number,
): Promise<void> {
  const owed = await lockOwed(tx, payment)
  const readAskedFor = async () => (payment.isEarly ? lockRequested(tx, payment, deps.clock()) : [])
  const left = cents(payment.available - covered)
  if (!payment.extra) return void (await put(tx, payment, left, [...owed, ...(await readAskedFor())]))
  const afterOwed = await put(tx, payment, left, owed)
  const used = await countExtra(tx, deps, { ...payment, extra: payment.extra, amount: afterOwed })
  await put(tx, payment, cents(afterOwed - used), await readAskedFor())
}

/** Pays owed amounts from an amount, and returns the remainder. */
async function put(
  tx: Transaction,
  payment: PaymentToAllocate,
  amount: Cents,
  owed: readonly Owed[],
): Promise<Cents> {
  let left: number = amount
  for (const part of coverWith(amount, owed, payment)) {
    if ('requestId' in part) await insertRequestCover(tx, payment, part)
    else await insertCover(tx, payment, part)
    left -= part.amount
  }
  return cents(left)
}

/**
 * Reverses covers, the last one first. The family is told which request is open again, unless its bank has yet to
 * decide about the payment.
 */
async function shrink(
  tx: Transaction,
  deps: CoverDeps,
  payment: PaymentToAllocate,
  covers: Awaited<ReturnType<typeof listCovers>>,
  tooMuch: number,
): Promise<void> {
  let left = tooMuch
  for (const part of covers.toReversed()) {
    const amount = cents(Math.min(left, part.amount))
    left -= amount
    if (amount === 0) continue
    if ('requestId' in part) {
      const isOpen = await reverseRequestCover(tx, payment, { ...part, amount }, deps.clock())
      if (isOpen && !payment.isDisputed) await resendRequest(tx, deps, part.requestId)
    } else await reverseCover(tx, payment, { ...part, amount })
  }
}
