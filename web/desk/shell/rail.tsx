import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { ChatIcon } from '../../ui/icon/chat.tsx'
import type { Icon } from '../../ui/icon/icon.tsx'
import { LogoutIcon } from '../../ui/icon/logout.tsx'
import { SchoolIcon } from '../../ui/icon/school.tsx'
import { SearchIcon } from '../../ui/icon/search.tsx'
import { WalletIcon } from '../../ui/icon/wallet.tsx'
import { GearIcon } from '../ui/icon/gear.tsx'
import { InboxIcon } from '../ui/icon/inbox.tsx'
import { Bird } from '../ui/bird/bird.tsx'
import { logOut } from '../foundation/log-out.ts'
import { useLiveQueue } from '../foundation/live.ts'

/** Always dark green, so that nobody takes the desk for the portal. */
export function Rail({ onFind }: { onFind: () => void }) {
  const queue = useLiveQueue()
  return (
    <nav className="rail" aria-label="Desk">
      <Link className="rail__home" href="/">
        <Bird />
        <span>Desk</span>
      </Link>
      <ul className="rail__list">
        <li>
          <Place icon={InboxIcon} name="Today" href="/" count={queue?.waiting} />
        </li>
        <li>
          <button type="button" className="rail__item" onClick={onFind}>
            <SearchIcon />
            <span>Find</span>
          </button>
        </li>
        <li>
          <Place icon={ChatIcon} name="Chat" href="/chat" count={queue?.chats} />
        </li>
        <li>
          <Place icon={SchoolIcon} name="Schools" href="/schools" />
        </li>
        <li>
          <Place icon={WalletIcon} name="Money" href="/money" />
        </li>
      </ul>
      <ul className="rail__list rail__list--end">
        <li>
          <Place icon={GearIcon} name="Admin" href="/admin" />
        </li>
        <li>
          <button type="button" className="rail__item" onClick={() => void logOut()}>
            <LogoutIcon />
            <span>Log out</span>
          </button>
        </li>
      </ul>
    </nav>
  )
}

/** Pages that are reached from the list belong to it. */
const partsOfToday = /^\/($|families|reviews|approvals|payments)/

function Place({
  icon: Shape,
  name,
  href,
  count,
}: {
  icon: Icon
  name: string
  href: string
  count?: number | undefined
}): ReactNode {
  const [path] = useLocation()
  const isHere = href === '/' ? partsOfToday.test(path) : path.startsWith(href)
  return (
    <Link className="rail__item" href={href} aria-current={isHere ? 'page' : undefined}>
      <Shape />
      <span>{name}</span>
      {count !== undefined && count > 0 && (
        <span className="rail__count">
          {count}
          <span className="sr"> waiting</span>
        </span>
      )}
    </Link>
  )
}
