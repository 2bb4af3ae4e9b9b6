import { useEffect, useState } from 'react'

/** Long enough to wait for the next letter of who types, too short to be noticed by who has stopped. */
const typingPauseMs = 150

/** What was typed, once the typing rests. */
export function useSettled<Value>(value: Value, pauseMs = typingPauseMs): Value {
  const text = JSON.stringify(value)
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
    // What counts is what it says, not which object says it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [text, pauseMs])
  return settled
}
