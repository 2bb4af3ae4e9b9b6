import { useId, useState } from 'react'
import { InfoIcon } from '../icon/info.tsx'
import './tooltip.css'

/** Opens on hover, focus and tap; Escape closes it without moving the focus. */
export function Tooltip({ text }: { text: string }) {
  const id = useId()
  const [state, setState] = useState<'resting' | 'open' | 'closed'>('resting')
  return (
    <span
      className={`tip is-${state}`}
      role="presentation"
      onMouseLeave={() => setState('resting')}
      onBlur={() => setState('resting')}
      onKeyDown={(event) => event.key === 'Escape' && setState('closed')}
    >
      <button
        type="button"
        className="tip__btn"
        aria-label="More information"
        aria-describedby={id}
        onClick={() => setState(state === 'open' ? 'closed' : 'open')}
      >
        <InfoIcon size="small" />
      </button>
      <span className="tip__box" role="tooltip" id={id}>
        {text}
      </span>
    </span>
  )
}
