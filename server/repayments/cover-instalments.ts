import { cents } from '#domain/money.ts'
import { coverWith } from '#domain/repayments.ts'
import type { Transaction } from '../database/open.ts'
import type { Deps } from '../deps.ts'
import {
  claimPaymentToAllocate,
  insertCover,
  listCovers,
  lockOwed,
  markAllocated,
  takeBackCover,
  type PaymentToAllocate,
} from './cover.store.ts'

/**
 * Payments outside the plan pay what is overdue of it: the instalment they were asked for first, then the oldest. For
 * a family that pays its plan by BPAY they pay the next instalments too. What is left over is credit. Returns how many
 * payments were processed.
 */
export async function coverInstalments({ db }: Pick<Deps, 'db'>): Promise<number> {
  let looked = 0
  while (await db.transaction(coverNext)) looked += 1
  return looked
}

async function coverNext(tx: Transaction): Promise<boolean> {
  const payment = await claimPaymentToAllocate(tx)
  if (!payment) return false
  const covers = await listCovers(tx, payment)
  const covered = covers.reduce((sum, { amount }) => sum + amount, 0)
  if (covered > payment.available) await shrink(tx, payment, covers, covered - payment.available)
  else await cover(tx, payment, covered)
  await markAllocated(tx, payment)
  return true
}

async function cover(tx: Transaction, payment: PaymentToAllocate, covered: number): Promise<void> {
  const owed = await lockOwed(tx, payment)
  const parts = coverWith(cents(payment.available - covered), owed, payment.meantFor ?? undefined)
  for (const part of parts) await insertCover(tx, payment, part)
}

/** The last instalments that it covered are the first to be owing again. */
async function shrink(
  tx: Transaction,
  payment: PaymentToAllocate,
  covers: Awaited<ReturnType<typeof listCovers>>,
  tooMuch: number,
): Promise<void> {
  let left = tooMuch
  for (const part of covers.toReversed()) {
    const amount = cents(Math.min(left, part.amount))
    if (amount > 0) await takeBackCover(tx, payment, { ...part, amount })
    left -= amount
  }
}
