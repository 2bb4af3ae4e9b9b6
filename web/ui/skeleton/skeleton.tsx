import type { CSSProperties, ReactNode } from 'react'
import './skeleton.css'

/** A box of the size of what will stand there. */
export function Bone({
  width,
  height,
  top,
  round,
}: {
  width?: string
  height?: number
  top?: number
  round?: boolean
}) {
  const size = { '--w': width, '--h': height && `${height}px`, marginTop: top } as CSSProperties
  return <span className={round ? 'sk sk--circle' : 'sk'} style={size} />
}

/** Shows itself only after a moment: what loads at once should not flicker. */
export function Skeleton({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="skeleton">
      <p className="sr" role="status">
        {label}
      </p>
      <div className="skeleton__bones" aria-hidden="true">
        {children}
      </div>
    </div>
  )
}
