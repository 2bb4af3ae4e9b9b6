import { useEffect, useRef, type RefObject } from 'react'

/** A phone shows only a part of a strip, so it is moved to its current item. The page itself stays where it is. */
export function useRevealed<Strip extends HTMLElement>(current: number): RefObject<Strip | null> {
  const strip = useRef<Strip>(null)
  useEffect(() => {
    const item = strip.current?.children[current]
    if (strip.current && item instanceof HTMLElement)
      strip.current.scrollLeft = item.offsetLeft - (strip.current.clientWidth - item.offsetWidth) / 2
  }, [current])
  return strip
}
