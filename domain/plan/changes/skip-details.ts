import type { CalendarDate } from '../../calendar/calendar.ts'
import type { ComingPayment } from './coming.ts'
import type { ChangeDetails } from './plan-change.ts'
import type { SkipAnswer, SkipOutcome } from './skip.ts'

export type SkipDetails = Extract<ChangeDetails, { kind: 'Skip' }>

type Coming = ComingPayment & { on: CalendarDate }

/** The effect of a skip on a plan, in collection days. */
export function skipDetails(
  coming: readonly Coming[],
  { rest, skipped }: Extract<SkipAnswer, { rest: unknown }>,
  outcome: SkipOutcome,
): SkipDetails {
  const [first] = skipped
  if (!first) throw new RangeError('Nothing is skipped')
  const before = (payment: ComingPayment) => coming.find(({ dueOn }) => dueOn === payment.dueOn)
  const dayOf = (payment: ComingPayment) => before(payment)?.on ?? payment.collectOn
  const following = rest
    .filter(({ dueOn }) => dueOn > first.dueOn)
    .flatMap((payment) => {
      const was = before(payment)
      return was ? [{ before: was.amount, after: payment.amount }] : []
    })
  // If all following payments are new, each equals the skipped one.
  const same = { before: first.amount, after: first.amount }
  const each = following[0] ?? same
  const others = following.slice(0, -1)
  return {
    kind: 'Skip',
    outcome,
    skipped: skipped.map((payment) => ({
      dueOn: payment.dueOn,
      on: dayOf(payment),
      amount: payment.amount,
    })),
    each,
    last: following.at(-1) ?? same,
    isEven: others.every((one) => one.before === each.before && one.after === each.after),
    lastOn: { before: lastDay(coming.map(({ on }) => on)), after: lastDay(rest.map(dayOf)) },
  }
}

function lastDay(days: readonly CalendarDate[]): CalendarDate {
  const last = days.toSorted().at(-1)
  if (last === undefined) throw new RangeError('A plan without payments has no last one')
  return last
}
