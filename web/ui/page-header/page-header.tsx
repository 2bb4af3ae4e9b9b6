import type { ReactNode } from 'react'
import { Heading } from '../heading/heading.tsx'
import { PageNotice } from './page-notice.tsx'
import './page-header.css'

type PageHeaderProps = {
  /** The document title, and the headline unless another one is given. */
  title: string
  headline?: ReactNode
  /** The way back to the page that this one belongs to. */
  crumb?: ReactNode
  lead?: ReactNode
  actions?: ReactNode
  /** False if the page positions the notice itself. */
  hasNotice?: boolean
}

export function PageHeader({ title, headline, crumb, lead, actions, hasNotice = true }: PageHeaderProps) {
  return (
    <>
      <div className="page-header">
        <div className="page-header__text">
          {crumb}
          <Heading title={title}>{headline}</Heading>
          {lead && <p className="page-header__lead">{lead}</p>}
        </div>
        {actions && <div className="page-header__actions">{actions}</div>}
      </div>
      {hasNotice && <PageNotice />}
    </>
  )
}
