import type { MoneyWaiting } from '#contract/staff-money.ts'
import { regionFacts, type Region } from '#domain/region.ts'
import { count, money } from '../foundation/format.ts'

/** "the United Kingdom", as in a sentence. */
export const inWords: Record<Region, string> = { AU: 'Australia', UK: 'the United Kingdom' }

export const currencyOf = (region: Region) => regionFacts[region].currency

export function suspenseLead({ suspense }: MoneyWaiting): string {
  if (suspense.count === 0) return 'Every deposit has found its family.'
  return `${count(suspense.count, 'deposit')} came in that nobody can be found for. ${money(suspense.amount, 'AUD')} belongs to no family yet.`
}

export function payoutsLead({ withdrawals: { AU, UK } }: MoneyWaiting): string {
  const asked = AU.toReview.count + UK.toReview.count + AU.toPayOut.count + UK.toPayOut.count
  const approved = AU.toPayOut.count + UK.toPayOut.count
  if (asked === 0) return 'No withdrawal waits.'
  const waits = approved === 1 ? 'is approved and waits' : 'are approved and wait'
  return `${count(asked, 'withdrawal waits', 'withdrawals wait')} to be paid. ${approved} ${waits} for the next file to the bank.`
}

export function remittancesLead({ remittances: { AU, UK } }: MoneyWaiting): string {
  const waiting = [
    AU.toRelease.count > 0 && money(AU.toRelease.amount, 'AUD'),
    UK.toRelease.count > 0 && money(UK.toRelease.amount, 'GBP'),
  ].filter((sum) => sum !== false)
  const rule = 'Payments are passed on three business days after they arrive.'
  return waiting.length === 0
    ? `${rule} Everything of the days before today is released.`
    : `${rule} ${waiting.join(' and ')} wait to be released by two people.`
}
