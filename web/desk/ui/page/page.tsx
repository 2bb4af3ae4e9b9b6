import { useEffect, useRef, type ReactNode } from 'react'
import { useShownCrumbs, type Crumb } from '../../foundation/crumbs.ts'
import './page.css'

type PageProps = {
  title: string
  /** The way here; the last one is this page. */
  crumbs: readonly Crumb[]
  /** Beside the title. */
  badges?: ReactNode
  lead?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** One screen. Its title takes the focus, so that a screen reader says where one has come. */
export function Page({ title, crumbs, badges, lead, actions, children }: PageProps) {
  useShownCrumbs(crumbs)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <div className="deskpage">
      <div className="deskhead">
        <div className="deskhead__text">
          <div className="deskhead__title">
            <h1 ref={heading} tabIndex={-1}>
              {title}
            </h1>
            {badges}
          </div>
          {lead !== undefined && <div className="muted">{lead}</div>}
        </div>
        {actions && <div className="toolbar">{actions}</div>}
      </div>
      {children}
    </div>
  )
}
