import { withinSentence } from '../payment-methods/payment-methods.ts'
import { formatDate } from '../calendar/calendar.ts'
import { explainChange, type VersionFact } from './change-explanations.ts'
import { addedUp, groupOf, inWords, minus, type Explanation, type ExplanationLine } from './explanations.ts'
import type { NextPayment, PaymentPart, PlanSource } from '../plan/next-payment.ts'
import { tuitionYearName } from '../plan/payment-schedule.ts'
import { cents, sumOf } from '../money.ts'
import {
  movedWords,
  nameOf,
  ownPartOf,
  type CoverFact,
  type InstalmentFact,
  type PlanFacts,
} from './plan-explanations.ts'
import { surchargePercentage } from '../payment-methods/surcharges.ts'
import type { Region } from '../region.ts'

export type ExplainedPayment = {
  region: Region
  payment: NextPayment<PlanFacts, PlanSource & { displayName: string }>
  /** The versions of the plan that the first part belongs to. */
  versions: readonly VersionFact[]
}

/** The next collection, with every instalment that is taken on its day. */
export function explainNextPayment(facts: ExplainedPayment): Explanation {
  const { parts, amount } = facts.payment
  const byPlan = Map.groupBy(parts, ({ plan }) => plan)
  const paid = parts.flatMap(({ instalment }) => paidOf(instalment).map(coverLine))
  const reserved = parts.flatMap(({ instalment }) => instalment.reserved.map(coverLine))
  const waived = parts.filter(({ instalment }) => instalment.waived > 0).map(waivedLine)
  return addedUp({
    figure: 'next-payment',
    amount,
    sentence: nextSentence(facts),
    groups: [
      ...[...byPlan].map(([plan, ofPlan]) =>
        groupOf(
          `Your ${tuitionYearName(plan.year, plan.region)} plan`,
          ofPlan.map((part) => lineOf(part, facts)),
        ),
      ),
      ...(paid.length > 0 ? [groupOf('You have paid part of it already', paid)] : []),
      ...(reserved.length > 0 ? [groupOf('Part of it is on its way, or disputed', reserved)] : []),
      ...(waived.length > 0 ? [groupOf('Part of it is waived', waived)] : []),
    ],
    change: changeOf(facts),
  })
}

function paidOf(instalment: InstalmentFact): CoverFact[] {
  const { covers, paid, collectOn } = instalment
  const amount = ownPartOf(instalment)
  const { paidOn = collectOn, entryId = null } = paid ?? {}
  return amount > 0 ? [{ amount, paidOn, entryId }, ...covers] : covers
}

const coverLine = ({ amount, paidOn, entryId }: CoverFact): ExplanationLine => ({
  date: paidOn,
  sentence: `From your payment of ${formatDate(paidOn)}`,
  amount: minus(amount),
  transactionId: entryId,
})

const waivedLine = ({ plan, instalment }: PaymentPart<PlanFacts>): ExplanationLine => ({
  date: null,
  sentence: nameOf(plan, instalment),
  amount: minus(instalment.waived),
  transactionId: null,
})

function lineOf(
  { plan, instalment }: PaymentPart<PlanFacts>,
  { payment: { on, parts } }: ExplainedPayment,
): ExplanationLine {
  const { dueOn, status, movedFrom, isRetryMoved } = instalment
  const isRetry = status === 'Retrying'
  // The day that it was moved from is more informative than its due date.
  const isDueSaid = (isRetry || !movedFrom) && (parts.length > 1 || dueOn !== on)
  const due = isDueSaid ? `, due ${formatDate(dueOn)}` : isRetry ? '' : movedWords(instalment)
  const again = isRetry ? `, tried again${isRetryMoved ? ' on the day you chose' : ''}` : ''
  return {
    date: on,
    sentence: `${nameOf(plan, instalment)}${due}${again}`,
    amount: instalment.amount,
    transactionId: null,
  }
}

/** The reasons for the difference from the previous payment; none for several instalments at once, which have no single predecessor. */
function changeOf({ payment, versions, region }: ExplainedPayment): Explanation['change'] {
  const [part, another] = payment.parts
  if (!part?.previous || another) return null
  const { plan, instalment: next, previous: before } = part
  const isPaidByOthers = sumOf(before.covers) === before.amount
  const covers = [...next.covers, ...next.reserved]
  return explainChange({
    before: { amount: before.amount, covers: isPaidByOthers ? [] : before.covers },
    next: { amount: cents(payment.amount + sumOf(covers)), covers },
    isLast: next === plan.instalments.at(-1),
    versions,
    region,
  })
}

function nextSentence({ payment, region }: ExplainedPayment): string {
  const { source, amount, surcharge, total, parts } = payment
  const day = formatDate(payment.on)
  if (!source) return `${inWords(amount, region)} is due on ${day}.`
  if (source.type === 'CustomerDeposit') return `Please pay ${inWords(amount, region)} by BPAY by ${day}.`
  const isOnlyRetry = parts.every(({ instalment }) => instalment.status === 'Retrying')
  const verb = isOnlyRetry ? 'try again to collect' : 'collect'
  const collected = `We ${verb} ${inWords(amount, region)} on ${day} from ${withinSentence(source.displayName)}.`
  if (surcharge === 0) return collected
  const extra = `${inWords(surcharge, region)} (${surchargePercentage(payment.basisPoints)})`
  return `${collected} A card surcharge of ${extra} comes on top: ${inWords(total, region)} in all.`
}
