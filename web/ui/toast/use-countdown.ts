import { useEffect, useRef } from 'react'

/** Ends after the given time, not counting pauses. Without a time it never ends. */
export function useCountdown(totalMs: number | undefined, isPaused: boolean, onEnd: () => void): void {
  const leftMs = useRef(totalMs)
  const end = useRef(onEnd)
  useEffect(() => {
    end.current = onEnd
  })
  useEffect(() => {
    if (leftMs.current === undefined || isPaused) return
    const startedAt = performance.now()
    const timer = setTimeout(() => end.current(), leftMs.current)
    return () => {
      clearTimeout(timer)
      leftMs.current = (leftMs.current ?? 0) - (performance.now() - startedAt)
    }
  }, [isPaused])
}
