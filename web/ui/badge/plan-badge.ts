import type { PlanStatus } from '#domain/plan/payment-schedule.ts'
import type { BadgeTone } from './badge.tsx'

type BadgeWords = { label: string; tone: BadgeTone }

const byStatus: Record<PlanStatus, BadgeWords | null> = {
  None: null,
  Draft: null,
  ManualReview: null,
  Saved: { label: 'Upcoming', tone: 'info' },
  Current: { label: 'Active', tone: 'success' },
  Completed: { label: 'Completed', tone: 'neutral' },
}

/** Statuses that need attention come first. */
export function planBadge(plan: {
  status: PlanStatus
  isTemporary: boolean
  /** Nothing of it is collected until a family has our answer. */
  isHeld?: boolean
  canBeEdited: boolean
  /** A payment of it is due and nothing collects it any more. */
  isOverdue: boolean
}): BadgeWords | null {
  if (plan.isHeld) return { label: 'On hold', tone: 'caution' }
  if (plan.isTemporary) return { label: 'Temporary plan', tone: 'caution' }
  if (!plan.canBeEdited) return { label: 'Action required', tone: 'error' }
  // Nobody who owes a payment is told that all is well.
  if (plan.isOverdue && plan.status === 'Current') return { label: 'Payment overdue', tone: 'error' }
  return byStatus[plan.status]
}
