import { useEffect, useRef, type RefObject } from 'react'

/**
 * Where the aside stands still while the page moves on. One that is taller than the window does so with its end in
 * sight, not its beginning. Written to the box itself: a property that its contents inherit would restyle all of them.
 */
export function useAsideTop(): RefObject<HTMLElement | null> {
  const aside = useRef<HTMLElement>(null)
  useEffect(() => {
    const box = aside.current
    if (!box) return
    const observer = new ResizeObserver(() => {
      box.style.top = `min(calc(var(--header-height) + 24px), calc(100vh - ${box.offsetHeight}px - 24px))`
    })
    observer.observe(box)
    return () => observer.disconnect()
  }, [])
  return aside
}
