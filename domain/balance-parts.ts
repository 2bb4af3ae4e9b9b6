import { freeCredit, type OpenPayment, type PlanWithCredit } from './free-credit.ts'
import type { CalendarDate } from './calendar/calendar.ts'
import type { BankCalendar } from './calendar/holidays.ts'
import { cents, sumOf, type Cents } from './money.ts'

/** The purposes of the parts of a family's balance, in display order. */
export const balancePartKinds = [
  'ToSchool',
  'ToLarkwell',
  'GoingBack',
  'Settling',
  'InPlan',
  'Available',
  'Owing',
] as const
export type BalancePartKind = (typeof balancePartKinds)[number]

export type BalancePart = {
  kind: BalancePartKind
  /** Negative only for a debt. */
  amount: Cents
  /** Set for money that is for a school. */
  schoolName?: string
}

const words: Record<BalancePartKind, string> = {
  ToSchool: 'for your school',
  ToLarkwell: 'for fees that we have paid to your school already',
  GoingBack: 'being refunded to you',
  Settling: 'not settled yet',
  InPlan: 'used by your payment plan',
  Available: 'available to withdraw',
  Owing: 'owing',
}

/** The label of a part: "for Wattle Grove College". */
export function balancePartWords({ kind, schoolName }: Pick<BalancePart, 'kind' | 'schoolName'>): string {
  return kind === 'ToSchool' && schoolName ? `for ${schoolName}` : words[kind]
}

/**
 * A family's balance by what each part of it is for. The parts add up to the balance. What may be withdrawn is always
 * among them, even if it is nothing, unless the balance is nothing. A payment that a fee or a dispute has eaten into is
 * for the school with what is left of it.
 */
export function balanceParts(facts: {
  balance: Cents
  payments: readonly (OpenPayment & { schoolName: string })[]
  plans: readonly PlanWithCredit[]
  calendar: BankCalendar
  today: CalendarDate
}): BalancePart[] {
  const { balance } = facts
  if (balance === 0) return []
  let left: number = Math.max(0, balance)
  const held = heldParts(facts).flatMap(({ amount: wanted, ...part }) => {
    const amount = Math.min(wanted, left)
    left -= amount
    return amount > 0 ? [{ ...part, amount: cents(amount) }] : []
  })
  const owing: BalancePart[] = balance < 0 ? [{ kind: 'Owing', amount: balance }] : []
  return [...held, { kind: 'Available', amount: cents(left) }, ...owing]
}

/** All parts of a balance that are reserved, in display order. */
function heldParts(facts: Parameters<typeof balanceParts>[0]): BalancePart[] {
  const { unsettled, spokenFor, plans } = freeCredit(facts)
  const toSchools = new Map<string, number>()
  let [toLarkwell, goingBack, settling] = [0, 0, 0]
  for (const payment of [...unsettled, ...spokenFor]) {
    if (payment.goingBack > 0) goingBack += payment.amount
    else {
      const { schoolName, toSchool } = payment
      toSchools.set(schoolName, (toSchools.get(schoolName) ?? 0) + toSchool)
      toLarkwell += payment.toLarkwell
      settling += payment.amount - toSchool - payment.toLarkwell
    }
  }
  const inPlan = sumOf(plans)
  return [
    ...[...toSchools].map(([schoolName, amount]) => ({
      kind: 'ToSchool' as const,
      amount: cents(amount),
      schoolName,
    })),
    { kind: 'ToLarkwell', amount: cents(toLarkwell) },
    { kind: 'GoingBack', amount: cents(goingBack) },
    { kind: 'Settling', amount: cents(settling) },
    { kind: 'InPlan', amount: cents(inPlan) },
  ]
}
