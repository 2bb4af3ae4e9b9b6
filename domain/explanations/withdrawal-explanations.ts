import { addDays, formatDate, type CalendarDate } from '../calendar/calendar.ts'
import {
  addedUp,
  counted,
  groupOf,
  minus,
  sumOf,
  type Explanation,
  type ExplanationLine,
} from './explanations.ts'
import { cents, type Cents } from '../money.ts'
import type { Region } from '../region.ts'
import { remittanceCutOff } from '../remittances.ts'

/** A payment that the family cannot withdraw. */
export type HeldPayment = {
  entryId: string | null
  date: CalendarDate
  amount: Cents
  schoolName: string
  isGoingBack: boolean
}

/** What a family may withdraw: its balance without payments that may be reversed and money meant for the school. */
export function explainAvailable(facts: {
  region: Region
  /** Larkwell has paid the school ahead, so the family's payments stay in its balance. */
  isPaidAhead: boolean
  balance: Cents
  unsettled: readonly HeldPayment[]
  toSchool: readonly HeldPayment[]
  available: Cents
}): Explanation {
  const { balance, available } = facts
  const groups = [
    groupOf('Your account balance', [plainLine('What you have with us today', balance)]),
    ...heldGroups(
      facts.unsettled,
      (count) => `${counted(count, 'payment')} not settled yet`,
      (payment) => unsettledSentence(payment, facts),
    ),
    ...heldGroups(
      facts.toSchool,
      (count) => `${counted(count, 'payment')} on the way to your school`,
      ({ date, schoolName }) => `Your payment of ${formatDate(date)}, on its way to ${schoolName}`,
    ),
  ]
  const rest = cents(available - sumOf(groups))
  if (rest !== 0) {
    groups.push(
      groupOf('Nothing can be withdrawn', [plainLine('More is spoken for than you have with us', rest)]),
    )
  }
  return addedUp({
    figure: 'available-to-withdraw',
    amount: available,
    sentence:
      'What you can withdraw is your balance without what is not settled yet or is meant for your school.',
    groups,
    change: null,
  })
}

const plainLine = (sentence: string, amount: Cents): ExplanationLine => ({
  date: null,
  sentence,
  amount,
  transactionId: null,
})

function heldGroups(
  payments: readonly HeldPayment[],
  title: (count: number) => string,
  sentenceOf: (payment: HeldPayment) => string,
) {
  if (payments.length === 0) return []
  const lines = payments.map((payment): ExplanationLine => ({
    date: payment.date,
    sentence: sentenceOf(payment),
    amount: minus(payment.amount),
    transactionId: payment.entryId,
  }))
  return [groupOf(title(payments.length), lines)]
}

function unsettledSentence(
  { date, isGoingBack, schoolName }: HeldPayment,
  { region, isPaidAhead }: { region: Region; isPaidAhead: boolean },
): string {
  const arrived = `Arrived on ${formatDate(date)}`
  if (isGoingBack) return `${arrived} and is being refunded`
  const settled = formatDate(settledOn(date, region))
  return isPaidAhead ? `${arrived}, free on ${settled}` : `${arrived}, goes to ${schoolName} on ${settled}`
}

/** The first day on which money that arrived on a day is passed on, and so counts as settled. */
function settledOn(arrivedOn: CalendarDate, region: Region): CalendarDate {
  let day = arrivedOn
  while ((remittanceCutOff(day, region) ?? '') < arrivedOn) day = addDays(day, 1)
  return day
}
