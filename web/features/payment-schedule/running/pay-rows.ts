import type { PaymentPlan } from '#contract/payment-schedule.ts'
import type { FlexiblePlan, PlanChange } from '#contract/plan-changes.ts'
import type { CalendarDate } from '#domain/calendar/calendar.ts'
import { cents, toDecimal } from '#domain/money.ts'
import { daysOfPayment, type MoveFacts } from '#domain/plan/changes/move.ts'

/** A payment that is to come, or would have been. */
export type PayRow = {
  dueOn: string
  /** The day on which it is collected, or was to be. */
  on: string
  amount: number
  /** What is taken with a card surcharge, of the next payment. */
  debit?: PaymentPlan['payments'][number]['debit']
  standing: 'ToCome' | 'InProgress' | 'Held' | 'Skipped'
  /** The day from which the family has moved it. */
  movedFrom?: string
  /** The move, where it can be undone. */
  undo?: PlanChange
  canMove: boolean
  isAskedToSkip: boolean
  /** The method that was chosen for it alone. */
  method?: string
  isLast: boolean
}

type RowsOf = {
  payments: PaymentPlan['payments']
  flexible: Pick<FlexiblePlan, 'coming' | 'changes'>
  moves: MoveFacts
}

/** What the family reads under "To come", by day. What has failed is told apart. */
export function payRows({ payments, flexible, moves }: RowsOf): PayRow[] {
  const { changes } = flexible
  const last = payments.at(-1)
  const asked = skippedIn(changes, 'Asked').map(({ dueOn }) => dueOn)
  const toCome = payments
    .filter(({ status }) => status !== 'Paid' && status !== 'Failed')
    .map((payment): PayRow => {
      const { dueDate, date, amount, status, debit } = payment
      const coming = flexible.coming.find(({ dueOn }) => dueOn === dueDate)
      const undo = undoOf(changes, dueDate)
      return {
        dueOn: dueDate,
        on: date,
        amount,
        standing: standingOf(status),
        ...(debit && { debit }),
        ...(coming?.movedFrom && { movedFrom: coming.movedFrom }),
        ...(undo && { undo }),
        ...(coming?.method !== undefined && { method: coming.method }),
        canMove: status !== 'Held' && 'days' in daysOfPayment(moves, dueDate as CalendarDate),
        isAskedToSkip: asked.includes(dueDate),
        isLast: payment === last,
      }
    })
  const skipped = skippedIn(changes, 'Made')
    .filter(({ on }) => on >= moves.today)
    .map(({ dueOn, on, amount }): PayRow => ({
      dueOn,
      on,
      amount: toDecimal(cents(amount)),
      standing: 'Skipped',
      canMove: false,
      isAskedToSkip: false,
      isLast: false,
    }))
  return [...toCome, ...skipped].toSorted((one, other) =>
    one.on < other.on ? -1 : one.on > other.on ? 1 : 0,
  )
}

function standingOf(status: PaymentPlan['payments'][number]['status']): PayRow['standing'] {
  if (status === 'Held') return 'Held'
  return status === 'Pending' ? 'InProgress' : 'ToCome'
}

function skippedIn(changes: FlexiblePlan['changes'], wanted: PlanChange['status']) {
  return changes.flatMap(({ status, details }) =>
    status === wanted && details.kind === 'Skip' ? details.skipped : [],
  )
}

/** The newest move of a payment, while it can be undone. */
function undoOf(changes: FlexiblePlan['changes'], dueOn: string): PlanChange | undefined {
  return changes.find(
    ({ status, undoUntil, details }) =>
      status === 'Made' && undoUntil !== null && details.kind === 'Move' && details.dueOn === dueOn,
  )
}
