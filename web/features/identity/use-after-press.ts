import { useEffect, useRef } from 'react'

/**
 * For what moves the page when a field is left: a finger that is coming down on a button must still find it there. So
 * it waits until the press is over.
 */
export function useAfterPress(): (act: () => void) => void {
  const isPressed = useRef(false)
  useEffect(() => {
    const press = () => void (isPressed.current = true)
    const release = () => void (isPressed.current = false)
    addEventListener('pointerdown', press, true)
    addEventListener('pointerup', release, true)
    addEventListener('pointercancel', release, true)
    return () => {
      removeEventListener('pointerdown', press, true)
      removeEventListener('pointerup', release, true)
      removeEventListener('pointercancel', release, true)
    }
  }, [])
  return (act) => {
    if (!isPressed.current) return act()
    // The click comes after it.
    addEventListener('pointerup', () => setTimeout(act), { once: true })
  }
}
