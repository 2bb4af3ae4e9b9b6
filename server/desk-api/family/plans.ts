import type { PaymentToBeMade, StaffPlanHistories, StaffPlanHistory } from '#contract/staff-family-plans.ts'
import { counted } from '#domain/explanations/explanations.ts'
import { dateIn, formatDateCompact, type CalendarDate } from '#domain/calendar/calendar.ts'
import { cents, formatCurrency, sumOf, toDecimal } from '#domain/money.ts'
import { payingSourceFor } from '#domain/payment-methods/payment-methods.ts'
import { changeableUntil, comingOf } from '#domain/plan/changes/coming.ts'
import { collectionDays } from '#domain/plan/next-payment.ts'
import { frequencyWord, tuitionYearName } from '#domain/plan/payment-schedule.ts'
import { owingOf, shownDay, shownPayments } from '#domain/plan/plan-payments.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Region } from '#domain/region.ts'
import { formatTime } from './moment-words.ts'
import { type AccountPayments, listPaymentFacts } from '../../people/accounts/plans.reads.ts'
import type { BasicDeps } from '../../platform/deps.ts'
import { recordView, type Viewer } from '../../people/audit/staff-audit.ts'
import { requireAccount, listFamilyPlans, type FamilyPlan } from './family.store.ts'
import { paymentName } from './glance.ts'
import { versionsOf } from './plan-versions.ts'
import { listAttempts, listVersionRows, type TriedInstalment, type VersionRow } from './plans.store.ts'

type PlanTerms = {
  region: Region
  today: CalendarDate
  payments: AccountPayments
  attempts: readonly TriedInstalment[]
}

/** The plans of a family with their history and the remaining payments. */
export async function showPlans(
  { db, clock }: BasicDeps,
  viewer: Viewer,
  accountId: string,
): Promise<StaffPlanHistories> {
  const account = await requireAccount(db, accountId)
  const [payments] = await listPaymentFacts(db, [accountId])
  if (!account || !payments) throw new Refusal('not_found')
  const now = clock()
  const { region } = account
  const plans = await listFamilyPlans(db, accountId, now)
  const versions = await listVersionRows(db, accountId)
  const terms = { region, today: dateIn(region, now), payments, attempts: await listAttempts(db, accountId) }
  await recordView({ db, clock }, viewer, { subjectIds: [accountId], action: 'PlanShown' })
  return {
    region,
    plans: plans.map((plan) =>
      historyOf(
        plan,
        versions.filter(({ planId }) => planId === plan.id),
        terms,
      ),
    ),
  }
}

function historyOf(plan: FamilyPlan, versions: readonly VersionRow[], terms: PlanTerms): StaffPlanHistory {
  const { region } = terms
  const about = { region, tuitionYear: plan.tuitionYear }
  const toBeMade = paymentsToBeMade(plan, terms)
  return {
    id: plan.id,
    tuitionYear: plan.tuitionYear,
    yearName: tuitionYearName(plan.tuitionYear, region),
    status: plan.status,
    frequency: plan.frequency,
    facts: factsOf(plan, versions, region),
    sums: sumsOf(plan, region),
    total: toDecimal(plan.total),
    versions: versionsOf(versions, about),
    toBeMade: toBeMade.map(({ owing, ...payment }) => ({ ...payment, amount: toDecimal(owing) })),
    stillToBePaid: toDecimal(cents(toBeMade.reduce((sum, { owing }) => sum + owing, 0))),
  }
}

function factsOf(
  plan: FamilyPlan,
  versions: readonly VersionRow[],
  region: Region,
): StaffPlanHistory['facts'] {
  const latest = versions.at(-1)
  if (!latest) return []
  const [first, last] = [plan.instalments[0], plan.instalments.at(-1)]
  const by = {
    Customer: 'the family',
    Staff: 'staff',
    Renewal: 'the renewal',
    School: 'the school’s new fees',
  }
  const name = latest.savedByName ? ` (${latest.savedByName})` : ''
  const weekday = new Intl.DateTimeFormat('en-AU', { weekday: 'long', timeZone: 'UTC' })
  const days = plan.frequency === 'Week' || plan.frequency === 'Fortnight'
  const rhythm = frequencyWord(plan.frequency)
  return [
    {
      label: 'Rhythm',
      value: days ? `${rhythm}, ${weekday.format(new Date(`${latest.startDate}T00:00:00Z`))}s` : rhythm,
    },
    {
      label: 'First, last',
      value: `${formatDateCompact(first?.dueOn ?? latest.startDate)}, ${formatDateCompact(last?.dueOn ?? latest.endDate)}`,
    },
    { label: 'Each', value: formatCurrency(toDecimal(latest.periodic), region) },
    { label: 'Saved', value: `${formatTime(latest.savedAt, region)} by ${by[latest.savedBy]}${name}` },
  ]
}

/** "14 payments of $592.00", and the sum outside the payments: together the total of the plan. */
function sumsOf(plan: FamilyPlan, region: Region): StaffPlanHistory['sums'] {
  const groups = Map.groupBy(plan.instalments, ({ amount, isExtra = false }) => `${isExtra} ${amount}`)
  const rows = [...groups.values()].map((same) => {
    const [{ amount, isExtra } = { amount: cents(0), isExtra: false }] = same
    const payments = counted(same.length, isExtra ? 'extra payment' : 'payment')
    return {
      label: `${payments} of ${formatCurrency(toDecimal(amount), region)}`,
      amount: toDecimal(cents(amount * same.length)),
    }
  })
  const inPayments = sumOf(plan.instalments)
  const remaining = cents(plan.total - inPayments)
  if (remaining === 0) return rows
  const label = inPayments === 0 ? 'Not yet split into payments' : 'Not part of the payments'
  return [...rows, { label, amount: toDecimal(remaining) }]
}

type Owed = Omit<PaymentToBeMade, 'amount'> & { owing: number & ReturnType<typeof owingOf> }

function paymentsToBeMade(plan: FamilyPlan, { region, today, payments, attempts }: PlanTerms): Owed[] {
  const dayOf = collectionDays({ ...payments, today })
  const shownDays = shownPayments(plan, dayOf)
  const changeable = new Set(comingOf(plan.instalments))
  return plan.instalments.flatMap((instalment, index): Owed[] => {
    const owing = owingOf(instalment)
    if (owing <= 0) return []
    const attempt = attempts.find(({ planId, seq }) => planId === plan.id && seq === instalment.seq)
    const collectOn = shownDay(plan, instalment, dayOf)
    const state = stateOf(instalment.status, shownDays[index]?.status)
    const source = payingSourceFor(payments.sources, instalment, collectOn)
    return [
      {
        number: paymentName(plan.instalments, instalment.seq).number,
        dueOn: instalment.dueOn,
        collectOn,
        tries: attempt?.tries ?? 0,
        methodName: attempt?.methodName ?? source?.displayName ?? null,
        state,
        owing,
        note: noteOf(state, instalment.retryOn, attempt, region),
        canBeMoved:
          plan.status === 'Current' &&
          (state === 'Overdue' ||
            state === 'Retrying' ||
            (changeable.has(instalment) && today <= changeableUntil(collectOn, payments.calendar))),
      },
    ]
  })
}

function stateOf(
  status: FamilyPlan['instalments'][number]['status'],
  shown: string | undefined,
): PaymentToBeMade['state'] {
  if (shown === 'Held') return 'Held'
  if (status === 'Overdue' || status === 'Retrying') return status
  if (status === 'Collecting') return 'OnItsWay'
  return shown === 'Next' ? 'Next' : 'ToCome'
}

function noteOf(
  state: PaymentToBeMade['state'],
  retryOn: CalendarDate | null,
  attempt: TriedInstalment | undefined,
  region: Region,
): string {
  if (state === 'Retrying' && retryOn) return `Tried again on ${formatDateCompact(retryOn)}`
  if (state === 'OnItsWay' && attempt?.nextLookAt)
    return `We ask the bank on ${formatDateCompact(dateIn(region, attempt.nextLookAt))}`
  return ''
}
