import { useLayoutEffect, useRef } from 'react'
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
  const row = useRef<HTMLElement>(null)
  const current = tabs.findIndex(({ isCurrent }) => isCurrent)
  // A phone shows only some of them, so the row is moved to the current one. The page itself stays where it is.
  useLayoutEffect(() => {
    const tab = row.current?.children[current]
    if (row.current && tab instanceof HTMLElement)
      row.current.scrollLeft = tab.offsetLeft - (row.current.clientWidth - tab.offsetWidth) / 2
  }, [current])
  return (
    <nav className="tabs" aria-label={label} ref={row}>
      {tabs.map(({ name, href, count, isCurrent }) => (
        <Link key={name} className="tabs__item" href={href} aria-current={isCurrent ? 'page' : undefined}>
          {name} {count !== undefined && <b>{count}</b>}
        </Link>
      ))}
    </nav>
  )
}
