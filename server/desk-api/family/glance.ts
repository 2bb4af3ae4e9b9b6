import type { Glance, PlanAtAGlance } from '#contract/staff-family.ts'
import {
  dateIn,
  daysBetween,
  formatDateCompact,
  formatDateWithDay,
  type CalendarDate,
} from '#domain/calendar/calendar.ts'
import { cents, formatCurrency, toDecimal, type Cents } from '#domain/money.ts'
import { withinSentence } from '#domain/payment-methods/payment-methods.ts'
import { collectionDays, nextPayment } from '#domain/plan/next-payment.ts'
import { frequencyWord, tuitionYearName } from '#domain/plan/payment-schedule.ts'
import { owingOf, shownPayments } from '#domain/plan/plan-payments.ts'
import type { Region } from '#domain/region.ts'
import type { AccountPayments } from '../../people/accounts/plans.reads.ts'
import type { FamilyFacts, FamilyPlan } from './family.store.ts'

export type GlanceFacts = {
  region: Region
  today: CalendarDate
  balance: Cents
  payments: AccountPayments
  plans: readonly FamilyPlan[]
} & Pick<FamilyFacts, 'moved' | 'onItsWay' | 'isOnHold'>

export function glanceOf(facts: GlanceFacts): Glance {
  return {
    balance: { amount: toDecimal(facts.balance), sentence: balanceSentence(facts) },
    overdue: overdueOf(facts),
    next: nextOf(facts),
    plans: facts.plans.map((plan) => planOf(plan, facts)),
  }
}

const inWords = (amount: number, region: Region) => formatCurrency(toDecimal(cents(amount)), region)

/** "In credit. Paid in $12,206.00, for the school $12,056.00, fees $15.00": the sums add up to the balance. */
function balanceSentence({ balance, moved, region }: GlanceFacts): string {
  const sumOf = (...kinds: string[]) =>
    moved.reduce((sum, { kind, amount }) => (kinds.includes(kind) ? sum + amount : sum), 0)
  const [paidIn, toSchool, fees] = [sumOf('Repayment'), sumOf('PaymentToSchool'), sumOf('Fee')]
  const other = balance - paidIn - toSchool - fees
  const parts = [
    ...(paidIn === 0 ? [] : [`paid in ${inWords(paidIn, region)}`]),
    ...(toSchool === 0 ? [] : [`for the school ${inWords(-toSchool, region)}`]),
    ...(fees === 0 ? [] : [`fees ${inWords(-fees, region)}`]),
    ...(other === 0 ? [] : [`all else ${other > 0 ? '+' : '−'}${inWords(Math.abs(other), region)}`]),
  ]
  const [first, ...others] = parts
  if (first === undefined) return 'Nothing has moved yet'
  const standing = balance > 0 ? 'In credit' : balance < 0 ? 'Owing' : 'Even'
  return `${standing}. ${[first.charAt(0).toUpperCase() + first.slice(1), ...others].join(', ')}`
}

/** "Payment 21 of 24" */
export function paymentName(
  instalments: FamilyPlan['instalments'],
  seq: number,
): { number: number | null; name: string } {
  const counted = instalments.filter(({ isExtra }) => !isExtra)
  const index = counted.findIndex((instalment) => instalment.seq === seq)
  if (index < 0) return { number: null, name: 'Extra payment' }
  return { number: index + 1, name: `Payment ${index + 1} of ${counted.length}` }
}

type Late = { plan: FamilyPlan; instalment: FamilyPlan['instalments'][number]; owing: Cents }

/** The family, or staff for it, chose the day of the next try. */
const isMoved = ({ plan, instalment }: Late) =>
  instalment.status === 'Retrying' &&
  plan.moves.some(({ dueOn, to }) => dueOn === instalment.dueOn && to === instalment.retryOn)

const nameOf = ({ plan, instalment }: Late) => paymentName(plan.instalments, instalment.seq).name

/** Failed and unpaid instalments, whether or not they are tried again automatically. Moved ones have their own day. */
function overdueOf({ plans, today, region, isOnHold }: GlanceFacts): Glance['overdue'] {
  const failed = plans
    .flatMap((plan) =>
      plan.instalments
        .filter(({ status }) => status === 'Overdue' || status === 'Retrying')
        .map((instalment) => ({ plan, instalment, owing: owingOf(instalment) })),
    )
    .filter(({ owing }) => owing > 0)
    .toSorted((one, other) => (one.instalment.dueOn < other.instalment.dueOn ? -1 : 1))
  const late = failed.filter((each) => !isMoved(each))
  const moved = failed
    .filter(isMoved)
    .map((each) => `${nameOf(each)} was moved to ${formatDateCompact(each.instalment.retryOn ?? '')}`)
  const [oldest] = late
  if (!oldest) return { amount: 0, days: null, sentence: moved.join('. ') || 'Nothing is overdue' }
  const since = formatDateCompact(oldest.instalment.dueOn)
  const paymentText =
    late.length === 1 ? `${nameOf(oldest)}, due ${since}` : `${late.length} payments, the oldest due ${since}`
  const tries = late.flatMap(({ instalment }) => instalment.retryOn ?? []).toSorted()
  return {
    amount: toDecimal(cents(late.reduce((sum, { owing }) => sum + owing, 0))),
    days: Math.max(0, daysBetween(oldest.instalment.collectOn, today)),
    sentence: [`${paymentText}. ${triesIn(tries, late.length, isOnHold, region)}`, ...moved].join('. '),
  }
}

function triesIn(tries: CalendarDate[], count: number, isOnHold: boolean, _region: Region): string {
  if (isOnHold) return 'Payments are on hold, so nothing is tried'
  const [next] = tries
  if (next === undefined) return 'No tries left: somebody has to act'
  const nextTry = `tried again on ${formatDateCompact(next)}`
  return tries.length === count ? `It is ${nextTry}` : `One is ${nextTry}, for the others somebody has to act`
}

function nextOf({ payments, onItsWay, isOnHold, plans, today, region }: GlanceFacts): Glance['next'] {
  const next = nextPayment(payments, today)
  const underWay = onItsWay
    ? `${next ? '. Another' : ''} ${inWords(onItsWay.amount, region)} is on its way since ${formatDateCompact(dateIn(region, new Date(onItsWay.since)))}`.trimStart()
    : ''
  if (!next) return { amount: null, date: null, sentence: underWay || whyNoDebit({ isOnHold, plans }) }
  const method = next.source ? withinSentence(next.source.displayName) : 'no payment method yet'
  const surcharge = next.surcharge > 0 ? `, of which surcharge ${inWords(next.surcharge, region)}` : ''
  const day = formatDateWithDay(next.on).replace(/ (\w{3})\w* (\d{4})$/, ' $1 $2')
  return {
    amount: toDecimal(next.total),
    date: next.on,
    sentence: `${day}, ${method}${surcharge}${underWay.startsWith('.') ? underWay : ''}`,
  }
}

function whyNoDebit({ isOnHold, plans }: Pick<GlanceFacts, 'isOnHold' | 'plans'>): string {
  if (isOnHold) return 'Payments are on hold'
  const [plan] = plans
  if (!plan) return 'There is no plan yet'
  if (plan.status === 'Draft') return 'The plan is a draft'
  if (plan.status === 'ManualReview') return 'The plan is in review'
  return 'Nothing is left to collect'
}

function planOf(plan: FamilyPlan, { payments, region, today }: GlanceFacts): PlanAtAGlance {
  const dayOf = collectionDays({ ...payments, today })
  const counted = plan.instalments.filter(({ isExtra }) => !isExtra)
  const shownDays = shownPayments(plan, dayOf)
  return {
    id: plan.id,
    tuitionYear: plan.tuitionYear,
    yearName: tuitionYearName(plan.tuitionYear, region),
    status: plan.status,
    rhythm: frequencyWord(plan.frequency).toLowerCase(),
    total: toDecimal(plan.total),
    paidCount: counted.filter(({ status }) => status === 'Paid').length,
    count: counted.length,
    payments: shownDays.map(({ date, amount, status }, index) => ({
      number: numberOf(counted, plan.instalments[index]),
      date,
      amount,
      status,
    })),
  }
}

function numberOf(
  counted: FamilyPlan['instalments'],
  instalment: FamilyPlan['instalments'][number] | undefined,
): number | null {
  const index = instalment === undefined ? -1 : counted.indexOf(instalment)
  return index < 0 ? null : index + 1
}
