import { Link } from 'wouter'
import './tabs.css'

/** The parts of one screen, each with an address of its own. */
export function Tabs({
  label,
  tabs,
}: {
  label: string
  tabs: readonly { name: string; href: string; count?: number | string | undefined; isCurrent: boolean }[]
}) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map(({ name, href, count, isCurrent }) => (
        <Link key={name} className="tabs__item" href={href} aria-current={isCurrent ? 'page' : undefined}>
          {name} {count !== undefined && <b>{count}</b>}
        </Link>
      ))}
    </nav>
  )
}
