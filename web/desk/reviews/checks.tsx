import type { ReviewCheck } from '#contract/staff-review-page.ts'
import { Card } from '../../ui/card/card.tsx'
import { CautionIcon } from '../../ui/icon/caution.tsx'
import { CheckIcon } from '../../ui/icon/check.tsx'
import { CloseIcon } from '../../ui/icon/close.tsx'
import './match.css'

const marks = {
  Ok: { icon: CheckIcon, className: 'yes', words: 'OK' },
  Mind: { icon: CautionIcon, className: 'mind', words: 'Check' },
  Wrong: { icon: CloseIcon, className: 'no', words: 'Problem' },
} as const

export function Checks({ checks }: { checks: readonly ReviewCheck[] }) {
  if (checks.length === 0) return null
  return (
    <Card title="Checked against what we know">
      <ul className="match match--checks">
        {checks.map(({ state, text, detail }) => {
          const { icon: Mark, className, words } = marks[state]
          return (
            <li key={text}>
              <span className={className}>
                <Mark size="small" />
                <span className="sr">{words}:</span>
              </span>
              <span>
                {text}
                {detail !== null && <small>{detail}</small>}
              </span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
