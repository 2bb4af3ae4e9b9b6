import type { MoneyWaiting } from '#contract/staff-money.ts'
import { datesIn } from '#domain/calendar/calendar.ts'
import { toDecimal } from '#domain/money.ts'
import type { Region } from '#domain/region.ts'
import { readSuspense } from '../../books/deposits/deposit-matches.reads.ts'
import type { BasicDeps } from '../../platform/deps.ts'
import { onTheWire } from '../../platform/http/on-the-wire.ts'
import {
  sumOfSuspense,
  sumsOfRemittances,
  sumsOfWithdrawals,
  type CountAndSum,
} from './money-waiting.store.ts'

/** Reads suspense twice, from the deposits and from the ledger: both sums must be equal. */
export async function readMoneyWaiting({ db, clock }: BasicDeps): Promise<MoneyWaiting> {
  const [suspense, inLedger, withdrawals, remittances] = await Promise.all([
    sumOfSuspense(db),
    readSuspense(db),
    sumsOfWithdrawals(db),
    sumsOfRemittances(db, datesIn(clock())),
  ])
  return {
    suspense: { ...onTheWire(suspense, 'amount'), inLedger: toDecimal(inLedger) },
    withdrawals: byRegion((region) => ({
      toReview: stepOf(withdrawals, region, 'toReview'),
      toPayOut: stepOf(withdrawals, region, 'toPayOut'),
      atBank: stepOf(withdrawals, region, 'atBank'),
    })),
    remittances: byRegion((region) => ({
      today: stepOf(remittances, region, 'today'),
      toRelease: stepOf(remittances, region, 'toRelease'),
      atBank: stepOf(remittances, region, 'atBank'),
      paidThisMonth: stepOf(remittances, region, 'paidThisMonth'),
    })),
  }
}

const byRegion = <Value>(valueOf: (region: Region) => Value): Record<Region, Value> => ({
  AU: valueOf('AU'),
  UK: valueOf('UK'),
})

function stepOf<Step extends string>(
  sums: readonly (CountAndSum & { region: Region; step: Step })[],
  region: Region,
  step: Step,
): { count: number; amount: number } {
  const match = sums.find((each) => each.region === region && each.step === step)
  return match ? onTheWire(match, 'amount') : { count: 0, amount: 0 }
}
