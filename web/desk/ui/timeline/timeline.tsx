import { Children, type ReactNode } from 'react'
import './timeline.css'

export type TimelineStep = {
  title: ReactNode
  detail?: ReactNode
  /** As it is shown. */
  at?: string
  state?: 'done' | 'fail' | 'now' | 'later'
}

/** What happened one after the other, and what is still to come. */
export function Timeline({ steps }: { steps: readonly TimelineStep[] }) {
  return (
    <ol className="timeline">
      {Children.toArray(
        steps.map(({ title, detail, at, state = 'done' }) => (
          <li className={state === 'done' ? undefined : `is-${state}`}>
            <span className="timeline__body">
              <b>{title}</b>
              {detail !== undefined && <small>{detail}</small>}
            </span>
            {at !== undefined && <time>{at}</time>}
          </li>
        )),
      )}
    </ol>
  )
}
