import { useEffect, useReducer } from 'react'

/** Draws again each second. */
export function useTick(): void {
  const [, tick] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const timer = setInterval(tick, 1_000)
    return () => clearInterval(timer)
  }, [])
}
