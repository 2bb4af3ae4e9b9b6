import { cents } from '#domain/money.ts'
import { regionFacts } from '#domain/region.ts'
import { addCharge, addCover } from './charges.ts'
import { addEntry, type Entry } from './entries.ts'
import { happenedOn } from './moment.ts'
import type { OpenAccount } from './open-account.ts'
import type { Row } from './rows.ts'
import { schoolId } from './schools.ts'

/** Years of entries in their order of time: each for a school is of the payments before it, the oldest first. */
export function addHistory(opened: OpenAccount, history: readonly Entry[]): void {
  const payments: Row[] = []
  for (const entry of history) {
    if (entry.kind === 'Repayment') payments.push(addOldPayment(opened, entry, payments.length))
    else if (entry.kind === 'PaymentToSchool') addToSchool(opened, entry, payments)
    else addEntry(opened, entry)
  }
}

function addOldPayment(opened: OpenAccount, entry: Entry, number: number): Row {
  const { rows, accountId, moment, school } = opened
  const at = happenedOn(entry.on, moment)
  const payment: Row = {
    account_id: accountId,
    id: opened.id('payment', 'History', number),
    kind: 'Early',
    source_id: null,
    payment_request_id: null,
    plan_id: null,
    instalment_seq: null,
    institution_id: schoolId(entry.school ?? school.name),
    currency: regionFacts[moment.region].currency,
    amount_minor: entry.amount,
    covered_minor: 0,
    surcharge_minor: 0,
    surcharge_basis_points: 0,
    status: 'Succeeded',
    failure_code: null,
    attempt: 1,
    provider_payment_id: null,
    paid_on: entry.on,
    created_at: at,
    updated_at: at,
  }
  rows.payment.push(payment)
  addEntry(opened, { ...entry, causeId: String(payment['id']) })
  return payment
}

function addToSchool(opened: OpenAccount, entry: Entry, payments: readonly Row[]): void {
  const { moment, school } = opened
  const charge = addCharge(opened, {
    kind: 'OneOff',
    schoolId: schoolId(entry.school ?? school.name),
    amount: entry.amount,
    dueOn: entry.on,
    createdAt: happenedOn(entry.on, moment),
    requestId: null,
  })
  let left: number = entry.amount
  for (const payment of payments) {
    const amount = Math.min(left, Number(payment['amount_minor']) - Number(payment['covered_minor']))
    if (amount <= 0) continue
    addCover(opened, charge, { paymentId: String(payment['id']), amount: cents(amount), state: 'PassedOn' })
    payment['covered_minor'] = Number(payment['covered_minor']) + amount
    left -= amount
  }
  if (left > 0) throw new Error('A school cannot get more than was paid')
  addEntry(opened, { ...entry, causeId: String(payments.at(-1)?.['id']) })
}
