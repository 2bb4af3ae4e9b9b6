import { addDays, type CalendarDate } from '#domain/calendar/calendar.ts'
import { cents, type Cents } from '#domain/money.ts'
import { regionFacts } from '#domain/region.ts'
import { surcharge, surchargeBasisPoints } from '#domain/payment-methods/surcharges.ts'
import type { OpenAccount } from './open-account.ts'
import { addEntry, balanceOf, type Entry } from './entries.ts'
import { daysAgo, happenedOn, type Moment } from './moment.ts'
import type { PlannedPlan } from './plan.ts'
import { schoolId } from './schools.ts'
import type { Source } from './sources.ts'

/** A payment outside the plan. */
export type ExtraPayment = { daysAgo: number; amount: Cents }

type Money = {
  payments?: ExtraPayment[]
  entries?: (moment: Moment) => Entry[]
  balance?: Cents
  plans: PlannedPlan[]
  sources: Source[]
  sourceIds: string[]
}

/** All payments, with their ledger entries. */
export function addMoney(opened: OpenAccount, money: Money): void {
  const { moment } = opened
  const index = money.sources.findIndex((source, at) => source.isPreferred ?? at === 0)
  const source = money.sources[index]
  const paidFrom = source && { source, id: money.sourceIds[index] ?? '' }
  for (const plan of money.plans) {
    addCarriedOver(opened, plan)
    for (const instalment of plan.instalments) {
      if (plan.status !== 'Current' && plan.status !== 'Completed') continue
      if (instalment.status === 'Scheduled') continue
      addPayment(opened, {
        kind: 'Instalment',
        on: instalment.collectOn,
        amount: instalment.amount,
        paidFrom,
        plan: { id: plan.id, seq: instalment.seq },
        isUnderWay: instalment.status === 'Collecting',
        hasFailed: instalment.status === 'Retrying',
      })
    }
    addPaidAhead(opened, plan, money)
  }
  for (const payment of money.payments ?? []) {
    addPayment(opened, {
      kind: 'Early',
      on: daysAgo(moment, payment.daysAgo),
      amount: payment.amount,
      paidFrom,
    })
  }
  for (const entry of money.entries?.(moment) ?? []) addEntry(opened, entry)
  if (money.balance !== undefined) settle(opened, money.balance, paidFrom)
}

/** A deposit of the week before, all of it allocated to the next instalment. */
function addPaidAhead(opened: OpenAccount, plan: PlannedPlan, { sources, sourceIds }: Money): void {
  const instalment = plan.instalments.find(({ covered }) => covered > 0)
  const index = sources.findIndex(({ type }) => type === 'CustomerDeposit')
  const source = sources[index]
  if (!instalment || !source) return
  const paymentId = addPayment(opened, {
    kind: 'Early',
    on: daysAgo(opened.moment, 5),
    amount: instalment.covered,
    paidFrom: { source, id: sourceIds[index] ?? '' },
    isAllocated: true,
  })
  opened.rows.instalment_cover.push({
    account_id: opened.accountId,
    plan_id: plan.id,
    seq: instalment.seq,
    payment_id: paymentId,
    amount_minor: instalment.covered,
  })
}

function addCarriedOver(opened: OpenAccount, plan: PlannedPlan): void {
  if (!plan.carriedOver) return
  addEntry(opened, {
    kind: 'Adjustment',
    description: 'Balance carried over',
    school: null,
    on: plan.savedOn,
    from: 'Suspense',
    to: 'Family',
    amount: cents(0 - plan.carriedOver),
  })
}

type PaidFrom = { source: Source; id: string } | undefined

export type Payment = {
  kind: 'Instalment' | 'Early' | 'Guest'
  on: CalendarDate
  amount: Cents
  paidFrom: PaidFrom
  plan?: { id: string; seq: number }
  requestId?: string
  isUnderWay?: boolean
  hasFailed?: boolean
  /** It is allocated to the plan. */
  isAllocated?: boolean
  /** The family keeps it as credit. */
  staysInCredit?: boolean
}

const descriptions = {
  PaymentCard: 'Card repayment',
  BankAccount: 'Direct debit repayment',
  CustomerDeposit: 'BPAY repayment',
}

export function addPayment(opened: OpenAccount, payment: Payment): string {
  const { rows, accountId, moment, school } = opened
  const { source } = payment.paidFrom ?? {}
  const cause = payment.plan
    ? [payment.plan.id, payment.plan.seq]
    : [payment.requestId ?? '', payment.on, payment.amount]
  const id = opened.id('payment', payment.kind, ...cause)
  const basisPoints = rateOf(opened, payment)
  const fee = surcharge(payment.amount, basisPoints)
  const isByProvider = source ? source.type !== 'CustomerDeposit' : payment.kind === 'Guest'
  const at = happenedOn(payment.on, moment)
  rows.payment.push({
    account_id: accountId,
    id,
    kind: isByProvider ? payment.kind : source ? 'Deposit' : 'Offline',
    source_id: payment.paidFrom?.id ?? null,
    payment_request_id: payment.requestId ?? null,
    plan_id: payment.plan?.id ?? null,
    instalment_seq: payment.plan?.seq ?? null,
    institution_id: schoolId(school.name),
    currency: regionFacts[moment.region].currency,
    amount_minor: payment.amount,
    surcharge_minor: fee,
    surcharge_basis_points: basisPoints,
    status: payment.hasFailed ? 'Failed' : payment.isUnderWay ? 'Processing' : 'Succeeded',
    failure_code: payment.hasFailed ? 'insufficient_funds' : null,
    attempt: 1,
    // What was paid early in the demo has paid nothing that the school asked for since.
    is_allocated: payment.isAllocated ?? (isByProvider && payment.kind === 'Early'),
    provider_payment_id: isByProvider ? `pi_demo_${id.replaceAll('-', '')}` : null,
    paid_on: payment.isUnderWay || payment.hasFailed ? null : payment.on,
    created_at: at,
    updated_at: at,
  })
  if (payment.isUnderWay || payment.hasFailed) return id
  addEntry(opened, {
    kind: 'Repayment',
    description: descriptionOf(payment),
    on: payment.on,
    causeId: id,
    from: isByProvider ? 'ProviderClearing' : 'Bank',
    to: 'Family',
    amount: payment.amount,
  })
  if (fee > 0) {
    addEntry(opened, {
      kind: 'Surcharge',
      description: 'Card surcharge',
      on: payment.on,
      causeId: id,
      from: 'ProviderClearing',
      to: 'SurchargeIncome',
      amount: fee,
    })
  }
  if (!payment.staysInCredit) passOn(opened, payment, id)
  return id
}

function descriptionOf({ kind, plan, paidFrom }: Payment): string {
  if (kind === 'Guest') return 'Payment by link'
  if (!plan) return 'Additional payment'
  return paidFrom ? descriptions[paidFrom.source.type] : 'Repayment'
}

function rateOf({ moment, school, surchargeRates }: OpenAccount, { paidFrom, on }: Payment): number {
  const { brand = null, funding = null } = paidFrom?.source ?? {}
  const terms = { region: moment.region, absorb: school.absorb, on, rates: surchargeRates }
  return surchargeBasisPoints({ cardBrand: brand, cardFunding: funding }, terms)
}

const daysUntilPassedOn = 8

/** The school is paid a little later; the latest payment is still the family's credit. */
function passOn(opened: OpenAccount, { on, amount }: Payment, causeId: string): void {
  const passedOn = addDays(on, daysUntilPassedOn)
  if (passedOn >= opened.moment.today) return
  addEntry(opened, {
    kind: 'PaymentToSchool',
    description: 'Payment to school',
    on: passedOn,
    causeId,
    from: 'Family',
    to: 'School',
    amount,
  })
}

/** Brings the family's balance to an amount, with a payment in or a payment to the school. */
function settle(opened: OpenAccount, balance: Cents, paidFrom: PaidFrom): void {
  const on = daysAgo(opened.moment, 6)
  const missing = cents(balance - balanceOf(opened))
  if (missing > 0) addPayment(opened, { kind: 'Early', on, amount: missing, paidFrom, staysInCredit: true })
  if (missing < 0) {
    addEntry(opened, {
      kind: 'PaymentToSchool',
      description: 'Payment to school',
      on,
      from: 'Family',
      to: 'School',
      amount: cents(0 - missing),
    })
  }
}
