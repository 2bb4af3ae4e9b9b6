import { Link, useLocation } from 'wouter'
import { ChevronRightIcon } from '../../ui/icon/chevron-right.tsx'
import { SearchIcon } from '../../ui/icon/search.tsx'
import { Avatar } from '../../ui/avatar/avatar.tsx'
import { Kbd } from '../ui/keys/keys.tsx'
import { Menu } from '../ui/menu/menu.tsx'
import { Clocks } from './clocks.tsx'
import { useCrumbs } from '../foundation/crumbs.ts'
import { EnvironmentMark } from '../ui/environment-mark/environment-mark.tsx'
import { logOut } from '../foundation/log-out.ts'
import { roleNames } from '../foundation/role-names.ts'
import { usePerson } from '../foundation/session.ts'

/** Where I am, find, which world, who I am. */
export function Bar({ onFind }: { onFind: () => void }) {
  const crumbs = useCrumbs()
  const [, navigate] = useLocation()
  const { name, role } = usePerson()
  return (
    <header className="deskbar">
      <nav aria-label="Where you are">
        <ol className="crumbs">
          {crumbs.map((crumb, index) => (
            <li key={crumb.name}>
              {index > 0 && <ChevronRightIcon size="small" />}
              {crumb.href === undefined ? (
                <span aria-current="page">{crumb.name}</span>
              ) : (
                <Link href={crumb.href}>{crumb.name}</Link>
              )}
            </li>
          ))}
        </ol>
      </nav>
      <button type="button" className="deskbar__find" aria-keyshortcuts="Control+K" onClick={onFind}>
        <SearchIcon size="small" />
        <span>Find a family, payment, school or reference</span>
        <Kbd>Ctrl K</Kbd>
      </button>
      <div className="deskbar__end">
        <Clocks />
        <EnvironmentMark />
        <Menu
          label="You"
          className="whoami"
          groups={[
            {
              items: [
                { label: 'Two-factor authentication', onChoose: () => navigate('/admin/two-factor') },
                { label: 'Log out', onChoose: () => void logOut() },
              ],
            },
          ]}
        >
          <Avatar name={name} size="small" />
          <span className="whoami__text">
            <b>{name}</b>
            <small>{roleNames[role]}</small>
          </span>
        </Menu>
      </div>
    </header>
  )
}
