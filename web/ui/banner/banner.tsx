import { useId, type ReactNode } from 'react'
import type { SpotArt } from '../spot-art/spot-art.tsx'
import './banner.css'

type BannerProps = {
  art: SpotArt
  title: string
  /** One line. */
  children: ReactNode
  /** One button or link: the action. */
  action?: ReactNode
  /** What the message is about, in figures. */
  facts?: readonly { label: string; value: ReactNode }[]
}

/** A message about the whole page, between its title and its cards. */
export function Banner({ art: Art, title, children, action, facts }: BannerProps) {
  const id = useId()
  return (
    <section className="banner" aria-labelledby={id}>
      <Art width={92} />
      <div className="banner__text stack stack--4">
        <h2 id={id}>{title}</h2>
        <p>{children}</p>
        {facts && (
          <dl className="banner__facts">
            {facts.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      {action && <div className="banner__actions">{action}</div>}
    </section>
  )
}
