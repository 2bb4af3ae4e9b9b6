import { addDays, type CalendarDate } from '#domain/calendar/calendar.ts'
import { cents, type Cents } from '#domain/money.ts'
import type { ProductType } from '#domain/accounts.ts'
import { regionFacts } from '#domain/region.ts'
import { productsPaidAhead } from '#domain/remittances.ts'
import { surcharge, surchargeBasisPoints } from '#domain/payment-methods/surcharges.ts'
import type { OpenAccount } from './open-account.ts'
import { addCharge, addCover, chargeOf, passOnArrived } from './charges.ts'
import { addEntry, balanceOf, type Entry } from './entries.ts'
import { addHistory } from './history.ts'
import { daysAgo, happenedOn, type Moment } from './moment.ts'
import type { PlannedPlan } from './plan.ts'
import type { Row } from './rows.ts'
import { schoolId } from './schools.ts'
import type { Source } from './sources.ts'

/** A payment outside the plan. */
export type ExtraPayment = { daysAgo: number; amount: Cents }

type Money = {
  productType: ProductType
  payments?: ExtraPayment[]
  entries?: (moment: Moment) => Entry[]
  history?: (moment: Moment) => Entry[]
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
      const charge = chargeOf(opened, { id: plan.id, seq: instalment.seq })
      if (!charge || instalment.status === 'Scheduled') continue
      addPayment(opened, {
        kind: 'Instalment',
        on: instalment.collectOn,
        amount: instalment.amount,
        paidFrom,
        plan: { id: plan.id, seq: instalment.seq },
        charge,
        isUnderWay: instalment.status === 'Collecting',
        hasFailed: instalment.status === 'Retrying',
        isPaidAhead: productsPaidAhead.includes(money.productType),
      })
    }
    addPaidAhead(opened, plan, money)
  }
  for (const payment of money.payments ?? []) {
    addExtra(opened, money.productType, {
      on: daysAgo(moment, payment.daysAgo),
      amount: payment.amount,
      paidFrom,
    })
  }
  for (const entry of money.entries?.(moment) ?? []) addEntry(opened, entry)
  addHistory(opened, money.history?.(moment) ?? [])
  if (money.balance !== undefined) settle(opened, money, money.balance, paidFrom)
}

/** What is paid besides the plan goes to the school, or is credit where we have paid the school ahead. */
function addExtra(
  opened: OpenAccount,
  productType: ProductType,
  { on, amount, paidFrom }: { on: CalendarDate; amount: Cents; paidFrom: PaidFrom },
): void {
  const charge = productsPaidAhead.includes(productType)
    ? undefined
    : addCharge(opened, {
        kind: 'OneOff',
        schoolId: schoolId(opened.school.name),
        amount,
        dueOn: on,
        createdAt: happenedOn(on, opened.moment),
        requestId: null,
      })
  addPayment(opened, { kind: 'Early', on, amount, paidFrom, charge })
}

/** A deposit of the week before, all of it for the next instalment. */
function addPaidAhead(opened: OpenAccount, plan: PlannedPlan, { sources, sourceIds }: Money): void {
  const instalment = plan.instalments.find(({ paidAhead }) => paidAhead > 0)
  const index = sources.findIndex(({ type }) => type === 'CustomerDeposit')
  const source = sources[index]
  if (!instalment || !source) return
  addPayment(opened, {
    kind: 'Early',
    on: daysAgo(opened.moment, 5),
    amount: instalment.paidAhead,
    paidFrom: { source, id: sourceIds[index] ?? '' },
    charge: chargeOf(opened, { id: plan.id, seq: instalment.seq }),
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
  /** What it pays. Without one it is the family's credit. */
  charge: Row | undefined
  isUnderWay?: boolean
  hasFailed?: boolean
  /** We have paid the school ahead, so that it repays us. */
  isPaidAhead?: boolean
}

/** The school is paid a little later; the latest payment is still in the family's balance. */
const daysUntilPassedOn = 8

const toSchool = {
  kind: 'PaymentToSchool',
  description: 'Payment to school',
  from: 'Family',
  to: 'School',
} as const

const descriptions = {
  PaymentCard: 'Card repayment',
  BankAccount: 'Direct debit repayment',
  CustomerDeposit: 'BPAY repayment',
}

export function addPayment(opened: OpenAccount, payment: Payment): void {
  const { rows, accountId, moment, school } = opened
  const { charge } = payment
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
    covered_minor: charge && !payment.hasFailed ? payment.amount : 0,
    surcharge_minor: fee,
    surcharge_basis_points: basisPoints,
    status: payment.hasFailed ? 'Failed' : payment.isUnderWay ? 'Processing' : 'Succeeded',
    failure_code: payment.hasFailed ? 'insufficient_funds' : null,
    attempt: 1,
    provider_payment_id: isByProvider ? `pi_demo_${id.replaceAll('-', '')}` : null,
    paid_on: payment.isUnderWay || payment.hasFailed ? null : payment.on,
    created_at: at,
    updated_at: at,
  })
  if (payment.hasFailed) return
  const passedOn = addDays(payment.on, daysUntilPassedOn)
  const isPassedOn = charge !== undefined && !payment.isUnderWay && passedOn < moment.today
  if (charge) {
    const state = payment.isUnderWay ? 'OnItsWay' : isPassedOn ? 'PassedOn' : 'Arrived'
    addCover(opened, charge, { paymentId: id, amount: payment.amount, state })
  }
  if (payment.isUnderWay) return
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
  if (!isPassedOn) return
  const to = payment.isPaidAhead ? 'PaidAhead' : 'School'
  addEntry(opened, { ...toSchool, to, on: passedOn, causeId: id, amount: payment.amount })
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

/** Brings the family's balance to an amount, with a payment, with what goes to the school early, or with a correction. */
function settle(opened: OpenAccount, { productType }: Money, balance: Cents, paidFrom: PaidFrom): void {
  const on = daysAgo(opened.moment, 6)
  const missing = () => cents(balance - balanceOf(opened))
  if (missing() > 0) addExtra(opened, productType, { on, amount: missing(), paidFrom })
  for (const { paymentId, amount } of passOnArrived(opened, cents(0 - missing()))) {
    const to = productsPaidAhead.includes(productType) ? 'PaidAhead' : 'School'
    addEntry(opened, { ...toSchool, to, on, causeId: paymentId, amount })
  }
  if (missing() < 0) {
    addEntry(opened, {
      kind: 'Adjustment',
      description: 'Correction',
      on,
      from: 'Family',
      to: 'Corrections',
      amount: cents(0 - missing()),
    })
  }
}
