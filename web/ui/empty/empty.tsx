import type { ReactNode } from 'react'
import type { SpotArt } from '../spot-art/spot-art.tsx'
import '../card/card.css'
import './empty.css'

type EmptyProps = {
  art: SpotArt
  title?: string
  /** One sentence. */
  children: ReactNode
  /** One button or link: the action. */
  action?: ReactNode
}

/** Replaces an empty list. */
export function Empty({ art: Art, title, children, action }: EmptyProps) {
  return (
    <div className="empty">
      <Art width={200} />
      {title && <h2>{title}</h2>}
      <p>{children}</p>
      {action}
    </div>
  )
}

/** Replaces all that a page has to show. */
export function EmptyCard(props: EmptyProps) {
  return (
    <div className="card">
      <Empty {...props} />
    </div>
  )
}
