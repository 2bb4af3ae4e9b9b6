import { Link } from 'wouter'
import '../ui/table/table.css'

/** Who a row is about, and where to look at them. */
export function FamilyCell({ href, name, detail }: { href: string; name: string; detail: string }) {
  return (
    <span className="two">
      <Link className="linkplain" href={href}>
        {name}
      </Link>
      <small className="num">{detail}</small>
    </span>
  )
}
