import { Link } from 'wouter'
import { ArrowLeftIcon } from '../../ui/icon/arrow-left.tsx'

/** One step back, above the headline of a page. */
export function ScheduleCrumb() {
  return (
    <Link className="crumb" href="/payment-schedule">
      <ArrowLeftIcon size="small" />
      <span>Payment schedule</span>
    </Link>
  )
}
