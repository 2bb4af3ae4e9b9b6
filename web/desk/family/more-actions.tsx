import { useLocation } from 'wouter'
import { mayActAs, type StaffRole } from '#domain/staff.ts'
import { buttonClass } from '../../ui/button/button.tsx'
import { DotsIcon } from '../../ui/icon/dots.tsx'
import { usePerson } from '../foundation/session.ts'
import { Menu } from '../ui/menu/menu.tsx'

export type OfferedAction = {
  label: string
  /** Its name in the address, and what it begins with: the drawers are in `family-actions`. */
  action: string
  query?: Record<string, string>
  role?: StaffRole
  isDanger?: boolean
}

/** What can be done with one thing of a family, for who may do any of it. */
export function MoreActions({ about, actions }: { about: string; actions: readonly OfferedAction[] }) {
  const { role } = usePerson()
  const [path, navigate] = useLocation()
  const offered = actions.filter(({ role: needed = 'operations' }) => mayActAs(role, needed))
  if (offered.length === 0) return null
  const items = offered.map(({ label, action, query, isDanger = false }) => ({
    label,
    isDanger,
    onChoose: () => navigate(`${path}?${new URLSearchParams({ action, ...query })}`),
  }))
  return (
    <Menu
      label={`More about ${about}`}
      className={`${buttonClass({ look: 'borderless', size: 'small' })} btn--icon`}
      groups={[{ items }]}
    >
      <DotsIcon />
      <span className="sr">More about {about}</span>
    </Menu>
  )
}
