import { useMay } from '../../foundation/session.ts'
import { Members } from './members.tsx'
import { WhoMay } from './who-may.tsx'

/** Only administrators see who has which role; what a role may do is known to all. */
export function PeoplePart() {
  const isAdmin = useMay('admin')
  if (!isAdmin) return <WhoMay />
  return (
    <div className="duo people-duo">
      <Members />
      <WhoMay />
    </div>
  )
}
