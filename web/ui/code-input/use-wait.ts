import { useEffect, useState } from 'react'

/** Counts down the seconds until another code may be requested. */
export function useWait(waitMs: number): [secondsLeft: number, restart: () => void] {
  const [secondsLeft, setSecondsLeft] = useState(0)
  const isWaiting = secondsLeft > 0
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => setSecondsLeft((left) => left - 1), 1000)
    return () => clearInterval(timer)
  }, [isWaiting])
  return [secondsLeft, () => setSecondsLeft(waitMs / 1000)]
}
