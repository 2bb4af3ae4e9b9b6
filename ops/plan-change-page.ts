import type { ChangeConsequences, StaffRunningPlan } from '#contract/staff-plan-changes.ts'
import type { Region } from '#domain/region.ts'
import { facts, sections, table } from './table.ts'
import { day, money, moment } from './words.ts'

/** Every payment to come, before and after a change, with equal totals. */
export function consequencesPage({ payments, total, lastOn }: ChangeConsequences, region: Region): string {
  type Side = ChangeConsequences['payments'][number]['before']
  const shown = (side: Side, none: string) =>
    side ? `${money(side.amount, region)} on ${day(side.on)}` : none
  const rows = table(payments, [
    { title: 'Due', value: ({ dueOn }) => day(dueOn) },
    { title: 'Now', value: ({ before }) => shown(before, '-') },
    { title: 'Then', value: ({ after }) => shown(after, 'skipped') },
  ])
  const sums = facts([
    ['Total now', money(total.before, region)],
    ['Total then', money(total.after, region)],
    ['Last payment now', day(lastOn.before)],
    ['Last payment then', day(lastOn.after)],
  ])
  return `${rows}\n\n${sums}`
}

export function runningPlanPage(plan: StaffRunningPlan): string {
  const { region, asked: request } = plan
  const coming = table(
    plan.coming,
    [
      { title: 'Due', value: ({ dueOn }) => dueOn },
      { title: 'Collected', value: ({ on }) => day(on) },
      { title: 'Amount', value: ({ amount }) => money(amount, region), alignRight: true },
      { title: 'Can be changed until the end of', value: ({ changeableUntil }) => day(changeableUntil) },
    ],
    'Nothing is left to collect.',
  )
  const changes = table(
    plan.changes,
    [
      { title: 'Since', value: ({ madeAt }) => moment(madeAt, region) },
      { title: 'What', value: ({ kind }) => kind },
      { title: 'Status', value: ({ status }) => status },
      { title: 'By', value: ({ by }) => by },
      { title: 'Can be undone until', value: ({ undoUntil }) => day(undoUntil) },
      { title: 'Id', value: ({ id }) => id },
    ],
    'None.',
  )
  const family = facts([
    ['Moves left', plan.movesLeft],
    ['Skips granted immediately', plan.skipsLeft],
    ['Last day of the plan', day(plan.lastDay)],
  ])
  return sections([
    ['What the family may do', family],
    ...(plan.failed.length > 0 ? [['Failed or overdue', failedText(plan)] as const] : []),
    ['To come', coming],
    ['Changes', changes],
    ...(request ? [['The family asks to skip', askedText(request, region)] as const] : []),
  ])
}

function failedText({ failed, region }: StaffRunningPlan): string {
  const rows = table(failed, [
    { title: 'Due', value: ({ dueOn }) => dueOn },
    { title: 'Amount', value: ({ amount }) => money(amount, region), alignRight: true },
    { title: 'Tried', value: ({ tries }) => String(tries), alignRight: true },
    { title: 'Tried again', value: ({ triedOn }) => (triedOn ? day(triedOn) : 'no') },
    {
      title: 'Can be moved to',
      value: ({ firstDay, lastDay }) => (firstDay ? `${day(firstDay)} to ${day(lastDay)}` : 'no day'),
    },
    { title: 'From', value: ({ methods }) => methods.map(({ name }) => name).join(', ') },
  ])
  const why = failed.flatMap(({ dueOn, whyNot }) => (whyNot === null ? [] : [`${dueOn}: ${whyNot}`]))
  return [rows, ...why].join('\n')
}

function askedText(request: NonNullable<StaffRunningPlan['asked']>, region: Region): string {
  const { consequences, whyNot, answerBy, reviewId } = request
  const about = facts([
    ['Answer by the end of', day(answerBy)],
    ['Review', reviewId],
    ['Not possible', whyNot],
  ])
  return consequences ? `${about}\n\n${consequencesPage(consequences, region)}` : about
}
