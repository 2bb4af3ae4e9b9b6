import type { MoneyWaiting } from '#contract/staff-money.ts'
import { regionFacts, type Currency, type Region } from '#domain/region.ts'
import { count, money } from '../foundation/format.ts'
import type { Column } from '../ui/table/dense-table.tsx'

export const amountColumn: Column<{ amount: number; currency: Currency }> = {
  title: 'Amount',
  isRight: true,
  className: 'num',
  render: ({ amount, currency }) => money(amount, currency),
}

/** "the United Kingdom", as in a sentence. */
export const inWords: Record<Region, string> = { AU: 'Australia', UK: 'the United Kingdom' }

export const currencyOf = (region: Region) => regionFacts[region].currency

export function suspenseLead({ suspense }: MoneyWaiting): string {
  if (suspense.count === 0) return 'Every deposit is matched to a family.'
  return `${count(suspense.count, 'deposit')} unmatched. ${money(suspense.amount, 'AUD')} is not matched to a family yet.`
}

export function payoutsLead({ withdrawals: { AU, UK } }: MoneyWaiting): string {
  const asked = AU.toReview.count + UK.toReview.count + AU.toPayOut.count + UK.toPayOut.count
  const approved = AU.toPayOut.count + UK.toPayOut.count
  if (asked === 0) return 'No withdrawals are waiting.'
  const waits = approved === 1 ? 'is approved and waiting' : 'are approved and waiting'
  return `${count(asked, 'withdrawal is', 'withdrawals are')} waiting to be paid. ${approved} ${waits} for the next file to the bank.`
}

export function remittancesLead({ remittances: { AU, UK } }: MoneyWaiting): string {
  const waiting = [
    AU.toRelease.count > 0 && money(AU.toRelease.amount, 'AUD'),
    UK.toRelease.count > 0 && money(UK.toRelease.amount, 'GBP'),
  ].filter((sum) => sum !== false)
  const rule = 'Payments are passed on to schools three business days after they arrive.'
  return waiting.length === 0
    ? `${rule} Everything up to yesterday is released.`
    : `${rule} ${waiting.join(' and ')} waiting to be released by two people.`
}
