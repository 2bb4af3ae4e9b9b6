import { useSearchParams } from 'wouter'
import { Crumb } from '../../ui/page-header/crumb.tsx'
import { yearIn } from '../plan/year-in-address.ts'
import { scheduleAddress } from './addresses.ts'

/** A link to the plan of the same year. */
export function BackToSchedule() {
  const [search] = useSearchParams()
  return <Crumb href={scheduleAddress(yearIn(search))}>Payment schedule</Crumb>
}
