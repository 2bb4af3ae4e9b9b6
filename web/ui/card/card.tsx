import { useId, type ReactNode } from 'react'
import './card.css'

type CardProps = {
  title: string
  /** A badge, or one small button. */
  aside?: ReactNode
  /** The content reaches the edges, like the rows of a list or table. */
  isFlush?: boolean
  className?: string
  children: ReactNode
}

export function Card({ title, aside, isFlush = false, className, children }: CardProps) {
  const id = useId()
  return (
    <section
      className={['card', isFlush && 'card--flush', className].filter(Boolean).join(' ')}
      aria-labelledby={id}
    >
      <div className="card__head">
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
