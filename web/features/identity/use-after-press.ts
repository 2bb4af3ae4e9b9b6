import { useEffect, useRef } from 'react'

/**
 * Delays a layout change caused by leaving a field until the current press is over, so that the button under the
 * finger does not move away.
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
    // The click comes after this event.
    addEventListener('pointerup', () => setTimeout(act), { once: true })
  }
}
