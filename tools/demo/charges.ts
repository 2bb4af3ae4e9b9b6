import type { CalendarDate } from '#domain/calendar/calendar.ts'
import { cents, type Cents } from '#domain/money.ts'
import type { OpenAccount } from './open-account.ts'
import type { Row } from './rows.ts'

/** The sums of a charge until a payment is added. */
export const unpaid = { settled_minor: 0, reserved_minor: 0, passed_on_minor: 0 }

type Charge = {
  kind: 'Request' | 'OneOff'
  schoolId: string
  amount: Cents
  dueOn: CalendarDate
  createdAt: string
  requestId: string | null
}

/** What a family owes besides its plans. */
export function addCharge({ rows, accountId, id }: OpenAccount, charge: Charge): Row {
  const { kind, schoolId, amount, dueOn, createdAt, requestId } = charge
  const row = {
    account_id: accountId,
    id: id('charge', kind, requestId ?? '', dueOn, amount),
    kind,
    payee_id: schoolId,
    amount_minor: amount,
    ...unpaid,
    due_on: dueOn,
    payment_request_id: requestId,
    created_at: createdAt,
  }
  rows.charge.push(row)
  return row
}

/** The charge of an instalment. */
export function chargeOf(
  { rows, accountId }: OpenAccount,
  plan: { id: string; seq: number },
): Row | undefined {
  return rows.instalment.findLast(
    (row) => row['account_id'] === accountId && row['plan_id'] === plan.id && row['seq'] === plan.seq,
  )
}

type Cover = { paymentId: string; amount: Cents; state: 'OnItsWay' | 'Arrived' | 'PassedOn' }

/** Has a payment pay a charge, or a part of it. */
export function addCover(
  { rows, accountId }: OpenAccount,
  charge: Row,
  { paymentId, amount, state }: Cover,
): void {
  const [reserved, settled] = state === 'OnItsWay' ? [amount, 0] : [0, amount]
  const passedOn = state === 'PassedOn' ? amount : 0
  rows.cover.push({
    account_id: accountId,
    charge_id: charge['charge_id'] ?? charge['id'],
    payment_id: paymentId,
    reserved_minor: reserved,
    settled_minor: settled,
    is_passed_on: passedOn > 0,
  })
  charge['reserved_minor'] = Number(charge['reserved_minor']) + reserved
  charge['settled_minor'] = Number(charge['settled_minor']) + settled
  charge['passed_on_minor'] = Number(charge['passed_on_minor']) + passedOn
}

/** Passes on whole payments that have arrived, up to an amount. */
export function passOnArrived(
  { rows, accountId }: OpenAccount,
  amount: Cents,
): { paymentId: string; amount: Cents }[] {
  let left: number = amount
  return rows.cover.flatMap((cover) => {
    const part = Number(cover['settled_minor'])
    if (cover['account_id'] !== accountId || cover['is_passed_on'] || part === 0 || part > left) return []
    const charge = [...rows.instalment, ...rows.charge].find(
      (row) => (row['charge_id'] ?? row['id']) === cover['charge_id'],
    )
    if (!charge) throw new Error('A cover has no charge')
    left -= part
    cover['is_passed_on'] = true
    charge['passed_on_minor'] = Number(charge['passed_on_minor']) + part
    return [{ paymentId: String(cover['payment_id']), amount: cents(part) }]
  })
}
