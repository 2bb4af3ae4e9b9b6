import { useEffect, useState } from 'react'

/** Long enough to wait for the next letter of who types, too short to be noticed by who has stopped. */
const typingPauseMs = 150

/** What was typed, once the typing rests. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), typingPauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
