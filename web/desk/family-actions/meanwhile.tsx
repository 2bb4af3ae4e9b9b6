import type { ActionEffect } from '#contract/staff-actions.ts'
import { Alert } from '../../ui/alert/alert.tsx'

/** Something has changed between the look and the deed: what, and that nothing was done. */
export function Meanwhile({ seen, now }: { seen: ActionEffect; now: ActionEffect }) {
  const differences = now.rows.flatMap(({ label, now: is, after }) => {
    const before = seen.rows.find((row) => row.label === label)
    if (!before) return [`${label} is new: ${is}, ${after} afterwards.`]
    if (before.now !== is) return [`${label} was ${before.now} and is ${is} now.`]
    return before.after === after ? [] : [`${label} would be ${after} afterwards, not ${before.after}.`]
  })
  const gone = seen.rows
    .filter(({ label }) => !now.rows.some((row) => row.label === label))
    .map(({ label }) => `${label} stays as it is.`)
  const people =
    seen.needsTwoPeople === now.needsTwoPeople
      ? []
      : [`It ${now.needsTwoPeople ? 'now needs' : 'no longer needs'} two people.`]
  return (
    <Alert variant="error" title="Not done. Something changed meanwhile.">
      {[...differences, ...gone, ...people].join(' ')} Nothing was sent to the family. Below is what it would
      do now; what you typed is kept.
    </Alert>
  )
}
