import { formatDate, type CalendarDate } from '../calendar/calendar.ts'
import {
  addedUp,
  counted,
  groupOf,
  inWords,
  type Explanation,
  type ExplanationGroup,
  type ExplanationLine,
} from './explanations.ts'
import { cents, sumOf, type Cents } from '../money.ts'
import { tuitionYearName } from '../plan/payment-schedule.ts'
import {
  owingOf,
  paidSoFar,
  remainingOf,
  shownDay,
  waivedOf,
  type DayOf,
  type Instalment,
  type PlanWithInstalments,
} from '../plan/plan-payments.ts'
import type { Region } from '../region.ts'

/** The part of an instalment that a payment outside the plan pays. */
export type CoverFact = { amount: Cents; paidOn: CalendarDate; entryId: string | null }

export type InstalmentFact = Instalment & {
  /** The payment of the part that no other payment has paid. */
  paid: { paidOn: CalendarDate; methodName: string | null; entryId: string | null } | null
  /** What other payments have paid. */
  covers: CoverFact[]
  /** What is on its way or disputed. */
  reserved: CoverFact[]
  /** Whether the family chose the day of the retry. */
  isRetryMoved?: boolean
}

export type PlanFacts = PlanWithInstalments<InstalmentFact> & {
  region: Region
  year: number
  total: Cents
  /** What is waived of cancelled payments. */
  cancelled: Cents
}

/** What the instalment's own debit has paid of it. */
export const ownPartOf = ({ settled, covers }: Pick<InstalmentFact, 'settled' | 'covers'>): Cents =>
  cents(settled - sumOf(covers))

/** ", moved from 27 November 2026 at your request" */
export const movedWords = ({ movedFrom }: Pick<Instalment, 'movedFrom'>): string =>
  movedFrom ? `, moved from ${formatDate(movedFrom)} at your request` : ''

/** "Payment 5 of 26", or "Extra payment" for a payment besides the plan's. */
export function nameOf({ instalments }: Pick<PlanFacts, 'instalments'>, instalment: InstalmentFact): string {
  if (instalment.isExtra) return 'Extra payment'
  const counted = instalments.filter(({ isExtra }) => !isExtra)
  return `Payment ${counted.indexOf(instalment) + 1} of ${counted.length}`
}

export function explainPaid(plan: PlanFacts): Explanation {
  const ownPayments: ExplanationLine[] = []
  const covers: ExplanationLine[] = []
  for (const instalment of plan.instalments.toReversed()) {
    const name = nameOf(plan, instalment)
    const own = ownPartOf(instalment)
    if (own > 0) {
      const {
        paidOn = instalment.collectedOn ?? instalment.collectOn,
        methodName,
        entryId = null,
      } = instalment.paid ?? {}
      const sentence = methodName ? `${name}, by ${methodName}` : name
      ownPayments.push({ date: paidOn, sentence, amount: own, transactionId: entryId })
    }
    for (const cover of instalment.covers) {
      const part = cover.amount === instalment.amount ? name : `Part of ${lower(name)}`
      const from = instalment.isExtra ? '' : `, from your payment of ${formatDate(cover.paidOn)}`
      covers.push({
        date: cover.paidOn,
        sentence: `${part}${from}`,
        amount: cover.amount,
        transactionId: cover.entryId,
      })
    }
  }
  return addedUp({
    figure: 'paid-so-far',
    amount: paidSoFar(plan.instalments),
    sentence: progressSentence(plan),
    groups: [
      ...someOf(`You paid ${counted(ownPayments.length, 'instalment')}`, ownPayments),
      ...someOf('Your other payments went towards instalments', covers),
    ],
    change: null,
  })
}

const openStatuses = ['Overdue', 'Retrying', 'Collecting', 'Scheduled'] as const
type OpenStatus = (typeof openStatuses)[number]

export function explainRemaining(plan: PlanFacts, dayOf: DayOf): Explanation {
  const groups = openStatuses.flatMap((status) => {
    const lines = plan.instalments
      .filter((instalment) => instalment.status === status)
      .map((instalment): ExplanationLine => ({
        date: shownDay(plan, instalment, dayOf),
        sentence: openSentence(plan, instalment, status),
        amount: owingOf(instalment),
        transactionId: null,
      }))
    return someOf(openGroups[status](lines.length), lines)
  })
  const amount = remainingOf(plan)
  const rest = cents(amount - sumOf(groups))
  if (rest !== 0) {
    const line = { date: null, sentence: restSentence(plan), amount: rest, transactionId: null }
    groups.push(groupOf(restGroup(plan), [line]))
  }
  return addedUp({ figure: 'remaining', amount, sentence: progressSentence(plan), groups, change: null })
}

const openGroups: Record<OpenStatus, (count: number) => string> = {
  Overdue: (count) => `${counted(count, 'payment is', 'payments are')} overdue`,
  Retrying: (count) => `${counted(count, 'payment', 'payments')} failed and will be tried again`,
  Collecting: (count) => `${counted(count, 'payment is', 'payments are')} under way`,
  Scheduled: (count) => `${counted(count, 'payment is', 'payments are')} still to come`,
}

function openSentence(plan: PlanFacts, instalment: InstalmentFact, status: OpenStatus): string {
  const name = nameOf(plan, instalment)
  const settled =
    instalment.settled > 0 ? `, of which ${inWords(instalment.settled, plan.region)} is paid` : ''
  if (status === 'Retrying' && instalment.retryOn) {
    const wish = instalment.isRetryMoved ? ', as you chose' : ''
    return `${name}${settled}, tried again on ${formatDate(instalment.retryOn)}${wish}`
  }
  return `${name}${settled}${movedWords(instalment)}`
}

function progressSentence(plan: PlanFacts): string {
  const { region, year, total } = plan
  const [paid, left] = [inWords(paidSoFar(plan.instalments), region), inWords(remainingOf(plan), region)]
  const waived = waivedOf(plan)
  const parts = waived > 0 ? `${paid} paid so far, ${inWords(waived, region)} waived` : `${paid} paid so far`
  return `Your ${tuitionYearName(year, region)} plan comes to ${inWords(total, region)}: ${parts} and ${left} remaining.`
}

const restGroup = ({ status }: PlanFacts) =>
  status === 'Draft' || status === 'ManualReview'
    ? 'Not yet split into payments'
    : 'Not part of your payments'

function restSentence({ status }: PlanFacts): string {
  if (status === 'Draft') return 'Your payments are set once you save your plan'
  if (status === 'ManualReview') return 'Your payments are set once our team has checked your plan'
  return 'The difference between your plan and its payments'
}

const someOf = (sentence: string, lines: ExplanationLine[]): ExplanationGroup[] =>
  lines.length > 0 ? [groupOf(sentence, lines)] : []

const lower = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1)
