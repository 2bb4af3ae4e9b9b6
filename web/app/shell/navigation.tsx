import { Link } from 'wouter'
import { Badge } from '../../ui/badge/badge.tsx'
import type { Icon } from '../../ui/icon/icon.tsx'

/** A link or an action: either `path` or `onChoose` is given. */
export type NavigationItem = {
  label: string
  icon: Icon
  isActive?: boolean
  isShown?: boolean
  tag?: string
  path?: string
  onChoose?: () => void
}

export function NavigationList({
  items,
  isAtEnd,
  onChosen,
}: {
  items: readonly NavigationItem[]
  isAtEnd?: boolean
  onChosen: () => void
}) {
  return (
    <ul className={isAtEnd ? 'nav__list nav__list--end' : 'nav__list'}>
      {items
        .filter((item) => item.isShown !== false)
        .map((item) => (
          <li key={item.label}>
            <NavigationButton item={item} onChosen={onChosen} />
          </li>
        ))}
    </ul>
  )
}

function NavigationButton({ item, onChosen }: { item: NavigationItem; onChosen: () => void }) {
  const Shape = item.icon
  const inside = (
    <>
      <Shape />
      <span>{item.label}</span>
      {item.tag && (
        <span className="nav__tag">
          <Badge tone="caution" isPlain>
            {item.tag}
          </Badge>
        </span>
      )}
    </>
  )
  if (item.path === undefined) {
    return (
      <button
        type="button"
        className="nav__item"
        onClick={() => {
          onChosen()
          item.onChoose?.()
        }}
      >
        {inside}
      </button>
    )
  }
  return (
    <Link
      className="nav__item"
      href={item.path}
      aria-current={item.isActive ? 'page' : undefined}
      onClick={onChosen}
    >
      {inside}
    </Link>
  )
}
