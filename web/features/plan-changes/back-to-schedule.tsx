import { Crumb } from '../../ui/page-header/crumb.tsx'
import { scheduleAddress } from './addresses.ts'

export function BackToSchedule({ year }: { year: number | undefined }) {
  return <Crumb href={scheduleAddress(year)}>Payment schedule</Crumb>
}
