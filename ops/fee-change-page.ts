import type { StaffFeeChange } from '#contract/staff-fee-changes.ts'
import { feeReviewReasons } from '#domain/plan/fee-change.ts'
import { tuitionYearName } from '#domain/plan/payment-schedule.ts'
import { facts, sections, table } from './table.ts'
import { counted, day, money } from './words.ts'

type Plan = StaffFeeChange['plans'][number]

const words = { Recalculated: 'recalculated', Review: 'to review', Unchanged: 'unchanged' } as const

/** A change of fees: each plan with its amounts before and after, and what becomes of it. */
export function feeChangePage(change: StaffFeeChange): string {
  const { region, plans, counts, totals } = change
  const both = (
    part: (amounts: Plan['before']) => number | null,
    { before, after }: Pick<Plan, 'before' | 'after'>,
  ) => {
    const [was, is] = [money(part(before), region), after ? money(part(after), region) : '']
    if (is === '' || was === is) return was
    return `${was} → ${is}`
  }
  const list = table(
    plans,
    [
      { title: 'Account', value: ({ shortId }) => shortId },
      { title: 'Family', value: ({ familyName }) => familyName },
      {
        title: 'Plan',
        value: ({ tuitionYear, planStatus }) => `${tuitionYearName(tuitionYear, region)} ${planStatus}`,
      },
      { title: 'Product', value: ({ productType }) => productType },
      { title: 'Total', value: (plan) => both(({ total }) => total, plan), alignRight: true },
      { title: 'To collect', value: (plan) => both(({ toCollect }) => toCollect, plan), alignRight: true },
      { title: 'Payment', value: (plan) => both(({ each }) => each, plan), alignRight: true },
      { title: 'From', value: ({ firstOn }) => day(firstOn) },
      { title: 'What happens', value: (plan) => happening(plan, change.status) },
    ],
    'No plan depends on these fees.',
  )
  const sum = facts([
    ['Recalculated', counted(counts.recalculated, 'plan')],
    ['To review', counted(counts.review, 'plan')],
    ['Unchanged', counted(counts.unchanged, 'plan')],
    ['Total', both(({ total }) => total, totals)],
    ['To collect', both(({ toCollect }) => toCollect, totals)],
    ['Not done yet', change.status === 'Applying' ? counted(counts.pending, 'plan') : null],
    ['Status', change.status],
    ['Id', change.id],
  ])
  return sections([
    [`${change.schoolName}, fees of ${tuitionYearName(change.year, region)}`, list],
    ['Together (recalculated plans)', sum],
  ])
}

function happening({ outcome, reason, isDone }: Plan, status: StaffFeeChange['status']): string {
  const what = reason ? `${words[outcome]}: ${feeReviewReasons[reason]}` : words[outcome]
  return status === 'Applying' && !isDone ? `${what} (pending)` : what
}
