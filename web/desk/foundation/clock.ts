import { useEffect, useState } from 'react'

let aheadMs = 0

/** The server dates everything, so ages and deadlines are counted by its clock. */
export function setServerTime(now: string): void {
  aheadMs = new Date(now).getTime() - Date.now()
}

export const serverNow = (): Date => new Date(Date.now() + aheadMs)

const tickMs = 15_000

/** Changes often enough for a clock that shows minutes. */
export function useNow(): Date {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), tickMs)
    return () => clearInterval(timer)
  }, [])
  return now
}
