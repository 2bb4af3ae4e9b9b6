import { addDays, formatDate, type CalendarDate } from '../calendar/calendar.ts'
import type { BankCalendar } from '../calendar/holidays.ts'
import { addedUp, counted, groupOf, minus, type Explanation, type ExplanationLine } from './explanations.ts'
import type { PlanWithCredit } from '../free-credit.ts'
import { cents, sumOf, type Cents } from '../money.ts'
import { tuitionYearName } from '../plan/payment-schedule.ts'
import { remittanceCutOff } from '../remittances.ts'

/** A payment that the family cannot withdraw. */
export type HeldPayment = {
  entryId: string | null
  date: CalendarDate
  amount: Cents
  schoolName: string
  /** What of it will be passed on, and what staff are refunding. */
  toSchool: Cents
  goingBack: Cents
}

/** What a family may withdraw: its balance without what is not settled, meant for the school or used by a plan. */
export function explainAvailable(facts: {
  calendar: BankCalendar
  /** Whether Larkwell has paid the school's fees ahead, so that instalments repay Larkwell. */
  isPaidAhead: boolean
  balance: Cents
  unsettled: readonly HeldPayment[]
  spokenFor: readonly HeldPayment[]
  plans: readonly PlanWithCredit[]
  free: Cents
}): Explanation {
  const { balance, free, isPaidAhead } = facts
  const groups = [
    groupOf('Your account balance', [plainLine('What you have with us today', balance)]),
    ...heldGroups(
      facts.unsettled,
      (count) => `${counted(count, 'payment')} not settled yet`,
      (payment) => unsettledSentence(payment, facts.calendar),
    ),
    ...heldGroups(
      facts.spokenFor,
      (count) => `${counted(count, 'payment')} ${isPaidAhead ? 'for your plan' : 'for your school'}`,
      ({ date, schoolName }) =>
        isPaidAhead
          ? `Your payment of ${formatDate(date)}, for fees that ${schoolName} already has`
          : `Your payment of ${formatDate(date)}, for ${schoolName}`,
    ),
    ...(facts.plans.length === 0
      ? []
      : [
          groupOf(
            'Used by your payment plan',
            facts.plans.map(({ tuitionYear, amount }) =>
              plainLine(
                `Your ${tuitionYearName(tuitionYear, facts.calendar.region)} plan is lower by this credit`,
                minus(amount),
              ),
            ),
          ),
        ]),
  ]
  const rest = cents(free - sumOf(groups))
  if (rest !== 0) {
    groups.push(
      groupOf('Nothing can be withdrawn', [plainLine('More is spoken for than you have with us', rest)]),
    )
  }
  return addedUp({
    figure: 'available-to-withdraw',
    amount: free,
    sentence:
      'What you can withdraw is your balance without what is not settled yet, is meant for your school or lowers your plan.',
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
  { date, toSchool, goingBack, schoolName }: HeldPayment,
  calendar: BankCalendar,
): string {
  const arrived = `Arrived on ${formatDate(date)}`
  if (goingBack > 0) return `${arrived} and is being refunded`
  const settled = formatDate(settledOn(date, calendar))
  return toSchool > 0
    ? `${arrived}, goes to ${schoolName} on ${settled}`
    : `${arrived}, settled on ${settled}`
}

/** The first day on which money that arrived on a day is passed on, and so counts as settled. */
function settledOn(arrivedOn: CalendarDate, calendar: BankCalendar): CalendarDate {
  let day = arrivedOn
  while ((remittanceCutOff(day, calendar) ?? '') < arrivedOn) day = addDays(day, 1)
  return day
}
