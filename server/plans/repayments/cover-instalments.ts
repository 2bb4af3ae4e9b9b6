import { cents, type Cents } from '#domain/money.ts'
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
  lockAskedFor,
  lockOwed,
  lockPayment,
  markAllocated,
  takeBackCover,
  takeBackRequestCover,
  takeUnpaidFee,
  type PaymentKey,
  type PaymentToAllocate,
} from './cover.store.ts'
import { lockPlans } from '../payment-schedule/put-plan.ts'

type CoverDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'config' | 'log'>

/**
 * Payments outside the plan pay what is overdue of it: what they were asked for first, the oldest of it before the rest,
 * then what else is owing. For
 * a family that pays its plan by BPAY they pay the next instalments too, and what a parent pays early pays the school's
 * open requests. What a parent pays extra pays the plan that it was meant for, before those requests. What is left over
 * is credit. Returns how many payments were processed.
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

/** The same for one account, in the caller's transaction: a preview shows what a payment would cover. */
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
  const covered = covers.reduce((sum, { amount }) => sum + amount, 0)
  if (covered > payment.available) await shrink(tx, deps, payment, covers, covered - payment.available)
  else await cover(tx, deps, payment, covered)
  if (payment.extra && !payment.isDisputed) await returnToPlan(tx, deps, payment, covers)
  await markAllocated(tx, payment)
  if (!payment.isDisputed) await askForFeeAgain(tx, deps, payment)
  await fitArrears(tx, payment.accountId)
}

/** Instalments whose money went back are chased like others; the fee of a closed request has no instalment of its own. */
async function askForFeeAgain(tx: Transaction, deps: CoverDeps, payment: PaymentToAllocate): Promise<void> {
  const unpaid = await takeUnpaidFee(tx, payment)
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
  const readAskedFor = async () => (payment.isEarly ? lockAskedFor(tx, payment, deps.clock()) : [])
  const left = cents(payment.available - covered)
  if (!payment.extra) return void (await put(tx, payment, left, [...owed, ...(await readAskedFor())]))
  const afterOwed = await put(tx, payment, left, owed)
  const used = await countExtra(tx, deps, { ...payment, extra: payment.extra, amount: afterOwed })
  await put(tx, payment, cents(afterOwed - used), await readAskedFor())
}

/** Pays what is owed with an amount, and returns what is left of it. */
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
 * What it covered last is the first to be owing again. The family is told which request is open again, unless its bank has
 * yet to decide about the payment.
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
      const isOpen = await takeBackRequestCover(tx, payment, { ...part, amount }, deps.clock())
      if (isOpen && !payment.isDisputed) await resendRequest(tx, deps, part.requestId)
    } else await takeBackCover(tx, payment, { ...part, amount })
  }
}
