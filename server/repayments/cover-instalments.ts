import { cents } from '#domain/money.ts'
import { coverWith } from '#domain/repayments.ts'
import type { Transaction } from '../database/open.ts'
import type { Deps } from '../deps.ts'
import { resendRequest } from '../pay-now/payment-requests.ts'
import {
  claimPaymentToAllocate,
  insertCover,
  insertRequestCover,
  listCovers,
  lockAskedFor,
  lockOwed,
  markAllocated,
  takeBackCover,
  takeBackRequestCover,
  type PaymentToAllocate,
} from './cover.store.ts'

type CoverDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'config'>

/**
 * Payments outside the plan pay what is overdue of it: the instalment they were asked for first, then the oldest. For
 * a family that pays its plan by BPAY they pay the next instalments too, and what a parent pays early pays the school's
 * open requests. What is left over is credit. Returns how many payments were processed.
 */
export async function coverInstalments(deps: CoverDeps): Promise<number> {
  let looked = 0
  while (await deps.db.transaction((tx) => coverNext(tx, deps))) looked += 1
  return looked
}

async function coverNext(tx: Transaction, deps: CoverDeps): Promise<boolean> {
  const payment = await claimPaymentToAllocate(tx)
  if (!payment) return false
  const covers = await listCovers(tx, payment)
  const covered = covers.reduce((sum, { amount }) => sum + amount, 0)
  if (covered > payment.available) await shrink(tx, deps, payment, covers, covered - payment.available)
  else await cover(tx, deps, payment, covered)
  await markAllocated(tx, payment)
  return true
}

async function cover(
  tx: Transaction,
  { clock }: CoverDeps,
  payment: PaymentToAllocate,
  covered: number,
): Promise<void> {
  const owed = await lockOwed(tx, payment)
  const askedFor = payment.isEarly ? await lockAskedFor(tx, payment, clock()) : []
  const left = cents(payment.available - covered)
  for (const part of coverWith(left, [...owed, ...askedFor], payment.meantFor ?? undefined)) {
    if ('requestId' in part) await insertRequestCover(tx, payment, part)
    else await insertCover(tx, payment, part)
  }
}

/** What it covered last is the first to be owing again. The family is told which request is open again. */
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
      if (isOpen) await resendRequest(tx, deps, part.requestId)
    } else await takeBackCover(tx, payment, { ...part, amount })
  }
}
