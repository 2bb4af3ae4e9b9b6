import type { StaffAccount } from '#contract/staff-accounts.ts'
import type { ActionEffect } from '#contract/staff-actions.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { moment } from '../foundation/format.ts'
import { moneyOf } from './fields.tsx'

/** What was shown and what would be shown now, with the family as it was and as it is. */
export type Difference = {
  seen: ActionEffect
  /** Undefined where it can no longer be done. */
  now: ActionEffect | undefined
  before: StaffAccount
  after: StaffAccount
}

/** What has happened to the family in between, as far as it can be told. */
export function eventsIn({ before, after }: Pick<Difference, 'before' | 'after'>): string[] {
  const paid = after.payments.filter(({ id, status }) => {
    const known = before.payments.find((payment) => payment.id === id)
    return known?.status !== status
  })
  const settled = after.requests.filter(({ id, status }) => {
    const known = before.requests.find((request) => request.id === id)
    return known !== undefined && known.status !== status
  })
  const planned = after.plans.filter(({ id, version }) => {
    const known = before.plans.find((plan) => plan.id === id)
    return known?.version !== version
  })
  return [
    ...paid.map(
      ({ amount, methodName, createdAt, status }) =>
        `A payment of ${moneyOf(after, amount)}${methodName ? ` by ${methodName}` : ''} of ${moment(createdAt, after.region)} is ${status.toLowerCase()}.`,
    ),
    ...settled.map(
      ({ amountDue, status }) => `The request of ${moneyOf(after, amountDue)} is ${status.toLowerCase()}.`,
    ),
    ...planned.map(({ tuitionYear }) => `The plan of ${tuitionYear} was changed.`),
  ]
}

/** How the rows differ from those that were on the screen. */
export function differencesIn({ seen, now }: Pick<Difference, 'seen' | 'now'>): string[] {
  if (!now) return []
  const changed = now.rows.flatMap(({ label, now: is, after }) => {
    const before = seen.rows.find((row) => row.label === label)
    if (!before) return [`${label} is ${is} now and would be ${after}.`]
    if (before.now !== is) return [`${label} was ${before.now} and is ${is} now.`]
    return before.after === after ? [] : [`${label} would be ${after}, not ${before.after}.`]
  })
  const gone = seen.rows
    .filter(({ label }) => !now.rows.some((row) => row.label === label))
    .map(({ label }) => `${label} would stay as it is.`)
  const people =
    seen.needsTwoPeople === now.needsTwoPeople
      ? []
      : [`It ${now.needsTwoPeople ? 'now needs' : 'no longer needs'} a second approval.`]
  return [...changed, ...gone, ...people]
}

/** Something has changed between the look and the deed: what, and that nothing was done. */
export function Meanwhile({ difference }: { difference: Difference }) {
  return (
    <Alert variant="error" title="Not carried out, because something changed in the meantime.">
      {[...eventsIn(difference), ...differencesIn(difference)].join(' ')} Nothing was sent to the family.{' '}
      {difference.now
        ? 'The updated effect is shown below. What you typed is kept.'
        : 'The reason is shown below. What you typed is kept.'}
    </Alert>
  )
}
