import { CheckCircleIcon } from '../../ui/icon/check-circle.tsx'
import { SplitArt } from '../../ui/spot-art/split.tsx'

const changes = [
  'Weekly, fortnightly or monthly payments',
  'No extra cost',
  'Your school is still paid on time',
]

export function WhatChanges() {
  return (
    <aside className="split__aside card stack" aria-labelledby="what-changes">
      <SplitArt width={180} />
      <h2 id="what-changes">What changes</h2>
      <ul className="what-changes__list stack stack--12">
        {changes.map((change) => (
          <li key={change}>
            <CheckCircleIcon />
            <span>{change}</span>
          </li>
        ))}
      </ul>
    </aside>
  )
}
