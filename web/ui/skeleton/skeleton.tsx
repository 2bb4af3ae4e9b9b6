import { useEffect, useState, type CSSProperties, type ReactNode } from 'react'
import './skeleton.css'

/** A box of the size of the content that is loading. */
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

/** The style sheet hides the bones for the same time. */
const delayMs = 150

/** Shows and announces itself after a delay, so that fast loads do not flicker. */
export function Skeleton({ label, children }: { label: string; children: ReactNode }) {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), delayMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="skeleton">
      <p className="sr" role="status">
        {isSlow && label}
      </p>
      <div className="skeleton__bones" aria-hidden="true">
        {children}
      </div>
    </div>
  )
}
