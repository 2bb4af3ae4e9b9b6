import type { CSSProperties } from 'react'
import './meter.css'

/** How much of something there is. */
export function Meter({
  of,
  value,
  size = 'medium',
  label,
}: {
  of: number
  value: number
  size?: 'small' | 'medium'
  label: string
}) {
  const share = of === 0 ? 0 : (value / of) * 100
  return (
    <span className={size === 'small' ? 'meter meter--sm' : 'meter'} role="img" aria-label={label}>
      <i style={{ '--v': share } as CSSProperties} />
    </span>
  )
}
