import { startTransition, useEffect, useState } from 'react'

/**
 * The value as it was when the screen was last drawn: what is slow to draw may follow a choice a frame later. React's
 * own deferring begins before the next frame, and a slow phone would show the choice only when all of it is done.
 * With a delay it follows once the value has not changed for so long.
 */
export function useAfterPaint<Value>(value: Value, delayMs = 0): Value {
  const [shown, setShown] = useState(value)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setShown(() => value)), delayMs)
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [value, delayMs])
  return shown
}
