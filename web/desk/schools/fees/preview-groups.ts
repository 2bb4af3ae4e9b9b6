import type { StaffFeeChange } from '#contract/staff-fee-changes.ts'

export type AffectedPlan = StaffFeeChange['plans'][number]
type PlanGroup = { count: number; each: number; sum: number }

const cents = (amount: number) => Math.round(amount * 100)

/** Plans that change by the same sum, the most of them first. They add up to what all families pay more or less. */
export function groupsOf(plans: readonly AffectedPlan[]): PlanGroup[] {
  const changed = plans.flatMap(({ outcome, before, after }) =>
    outcome === 'Recalculated' && after ? [cents(after.total) - cents(before.total)] : [],
  )
  const groups = Map.groupBy(changed, (difference) => difference)
  return [...groups]
    .map(([difference, all]) => ({
      count: all.length,
      each: difference / 100,
      sum: (difference * all.length) / 100,
    }))
    .toSorted((a, b) => b.count - a.count || b.each - a.each)
}

/** What all of them pay more, or less, over the year. */
export const differenceOf = ({ totals }: Pick<StaffFeeChange, 'totals'>): number =>
  (cents(totals.after.total) - cents(totals.before.total)) / 100
