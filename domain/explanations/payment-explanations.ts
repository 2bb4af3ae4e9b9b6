import { formatDate } from '../calendar/calendar.ts'
import { explainChange, type VersionFact } from './change-explanations.ts'
import { addedUp, groupOf, inWords, minus, type Explanation, type ExplanationLine } from './explanations.ts'
import type { Cents } from '../money.ts'
import type { RepaymentSourceType } from '../payment-methods/payment-methods.ts'
import { collectedOf, dayOf, nextPayment, owingOf } from '../plan/plan-payments.ts'
import { nameOf, type InstalmentFact, type PlanFacts } from './plan-explanations.ts'
import { surchargePercentage } from '../payment-methods/surcharges.ts'

export type NextPaymentFacts = {
  plan: PlanFacts
  versions: readonly VersionFact[]
  source: { displayName: string; type: RepaymentSourceType } | null
  surcharge: { amount: Cents; basisPoints: number }
}

/** The next collection; undefined if there is none. */
export function explainNextPayment(facts: NextPaymentFacts): Explanation | undefined {
  const { plan, versions } = facts
  const found = nextPayment([plan])
  if (!found) return undefined
  const { instalment: next, previous: before } = found
  const promised: ExplanationLine = {
    date: dayOf(next),
    sentence: nameOf(plan, next),
    amount: next.amount,
    transactionId: null,
  }
  const covers = next.covers.map(({ amount, paidOn, entryId }): ExplanationLine => ({
    date: paidOn,
    sentence: `From your payment of ${formatDate(paidOn)}`,
    amount: minus(amount),
    transactionId: entryId,
  }))
  return addedUp({
    figure: 'next-payment',
    amount: owingOf(next),
    sentence: nextSentence(facts, next),
    groups: [
      groupOf(`Your ${plan.year} plan`, [promised]),
      ...(covers.length > 0 ? [groupOf('You have paid part of it already', covers)] : []),
    ],
    change: before
      ? explainChange({
          before: { amount: before.amount, covers: collectedOf(before) < before.amount ? before.covers : [] },
          next,
          isLast: next === plan.instalments.at(-1),
          versions,
          region: plan.region,
        })
      : null,
  })
}

function nextSentence({ plan, source, surcharge }: NextPaymentFacts, next: InstalmentFact): string {
  const due = owingOf(next)
  const day = formatDate(dayOf(next))
  if (!source) return `${inWords(due, plan.region)} is due on ${day}.`
  if (source.type === 'CustomerDeposit') return `Please pay ${inWords(due, plan.region)} by BPAY by ${day}.`
  const verb = next.status === 'Retrying' ? 'try again to collect' : 'collect'
  const collected = `We ${verb} ${inWords(due, plan.region)} on ${day} from ${source.displayName}.`
  if (surcharge.amount === 0) return collected
  const extra = `${inWords(surcharge.amount, plan.region)} (${surchargePercentage(surcharge.basisPoints)})`
  return `${collected} A card surcharge of ${extra} comes on top.`
}
