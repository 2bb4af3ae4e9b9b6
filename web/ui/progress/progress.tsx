import type { CSSProperties } from 'react'
import './progress.css'

export function ProgressBar({ label, percent }: { label: string; percent: number }) {
  return (
    <div
      className="progress__bar"
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.round(percent)}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <div className="progress__fill" style={{ '--value': `${percent}%` } as CSSProperties} />
    </div>
  )
}
