import { useId, type ReactNode } from 'react'
import './card.css'

type CardProps = {
  title: string
  /** A badge, or one small button. */
  aside?: ReactNode
  /** The content reaches the edges, like the rows of a list or table. */
  isFlush?: boolean
  children: ReactNode
}

export function Card({ title, aside, isFlush = false, children }: CardProps) {
  const id = useId()
  return (
    <section className={isFlush ? 'card card--flush' : 'card'} aria-labelledby={id}>
      <div className="card__head">
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
