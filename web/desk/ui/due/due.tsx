import { ClockIcon } from '../../../ui/icon/clock.tsx'
import { WarningIcon } from '../../../ui/icon/warning.tsx'
import './due.css'

/** Until when something was promised: late, soon, or later. */
export function Due({ state, children }: { state: 'late' | 'soon' | 'later'; children: string }) {
  return (
    <span className={state === 'later' ? 'due' : `due due--${state}`}>
      {state === 'late' && <WarningIcon size="small" />}
      {state === 'soon' && <ClockIcon size="small" />}
      {children}
    </span>
  )
}
