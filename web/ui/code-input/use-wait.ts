import { useLayoutEffect, useState } from 'react'

/** How often the clock is read: twice a second, so that no second is skipped. */
const tickMs = 500

/** Whole seconds until a moment. Read from the clock, because a tab in the background ticks seldom. */
export function useSecondsUntil(moment: number): number {
  const [now, setNow] = useState(() => Date.now())
  const isWaiting = moment > now
  // Before it is drawn: the time may have been read long ago.
  useLayoutEffect(() => {
    const tick = () => setNow(Date.now())
    tick()
    if (!isWaiting) return
    const timer = setInterval(tick, tickMs)
    return () => clearInterval(timer)
  }, [isWaiting])
  return Math.max(0, Math.ceil((moment - now) / 1000))
}

/** Counts down the seconds until another code may be requested. */
export function useWait(): [secondsLeft: number, wait: (waitMs: number) => void] {
  const [until, setUntil] = useState(0)
  return [useSecondsUntil(until), (waitMs) => setUntil(Date.now() + waitMs)]
}
