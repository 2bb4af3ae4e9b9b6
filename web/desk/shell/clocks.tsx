import { regionFacts, regions, type Region } from '#domain/region.ts'
import { useNow } from '../foundation/clock.ts'
import { timeOf } from '../foundation/days.ts'

const cities = { AU: 'Sydney', UK: 'London' }

/** Cut-offs depend on the time at both places. */
export function Clocks() {
  const now = useNow()
  return (
    <div className="clocks">
      {regions.map((region) => (
        <span key={region}>
          {cities[region]} <b>{timeOf(now, region)}</b> {dayIn(region, now)}
        </span>
      ))}
    </div>
  )
}

const dayIn = (region: Region, now: Date) =>
  now.toLocaleDateString('en-AU', { timeZone: regionFacts[region].timeZone, weekday: 'short' })
