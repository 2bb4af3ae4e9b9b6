import { useLayoutEffect, type RefObject } from 'react'

/** What scrolls has to scroll by keyboard too: while a box holds more than it shows, it takes the focus. */
export function useScrollFocus(box: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      if (element.scrollHeight > element.clientHeight) element.tabIndex = 0
      else element.removeAttribute('tabindex')
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
}
