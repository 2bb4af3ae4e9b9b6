import { Link } from 'wouter'
import { Heading } from '../../ui/heading/heading.tsx'
import { ArrowLeftIcon } from '../../ui/icon/arrow-left.tsx'
import { PageNotice } from '../../ui/page-header/page-notice.tsx'
import '../../ui/page-header/page-header.css'
import './change-header.css'

/** The head of a page that changes a plan: one step back leads to the plan. */
export function ChangeHeader({ title, lead }: { title: string; lead?: string }) {
  return (
    <>
      <div className="page-header">
        <div className="page-header__text">
          <Link className="crumb" href="/payment-schedule">
            <ArrowLeftIcon size="small" />
            <span>Payment schedule</span>
          </Link>
          <Heading title={title} />
          {lead && <p className="page-header__lead">{lead}</p>}
        </div>
      </div>
      <PageNotice />
    </>
  )
}
