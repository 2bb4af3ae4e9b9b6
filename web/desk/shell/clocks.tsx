import { useNow } from '../foundation/clock.ts'

const cities = [
  ['Sydney', 'Australia/Sydney'],
  ['London', 'Europe/London'],
] as const

/** Cut-offs depend on the time at both places. */
export function Clocks() {
  const now = useNow()
  return (
    <div className="clocks">
      {cities.map(([city, timeZone]) => (
        <span key={city}>
          {city} <b>{timeIn(timeZone, now)}</b> {dayIn(timeZone, now)}
        </span>
      ))}
    </div>
  )
}

const timeIn = (timeZone: string, now: Date) =>
  now.toLocaleTimeString('en-AU', { timeZone, hour: 'numeric', minute: '2-digit' })

const dayIn = (timeZone: string, now: Date) => now.toLocaleDateString('en-AU', { timeZone, weekday: 'short' })
