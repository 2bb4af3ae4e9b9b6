import { Link } from 'wouter'
import { ArrowLeftIcon } from '../icon/arrow-left.tsx'
import './crumb.css'

/** One step back, above the title. */
export function Crumb({ href, children }: { href: string; children: string }) {
  return (
    <Link className="crumb sm" href={href}>
      <ArrowLeftIcon size="small" />
      <span>{children}</span>
    </Link>
  )
}
