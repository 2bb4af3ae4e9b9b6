import { useLayoutEffect, type RefObject } from 'react'

/** Makes a box focusable while its content overflows, so that it can be scrolled by keyboard. */
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
