import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react'
import type { Size } from './view.ts'

/** What of the stage a document may fill. */
export function useStageSize(stage: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  useEffect(() => {
    const element = stage.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [stage])
  return size
}

/** A document that is larger than the stage is dragged about; fingers scroll by themselves. */
export function usePan() {
  const held = useRef<{ x: number; y: number; left: number; top: number } | null>(null)
  const letGo = () => {
    held.current = null
  }
  return {
    onPointerDown({
      currentTarget,
      clientX,
      clientY,
      pointerType,
      button,
      pointerId,
    }: PointerEvent<HTMLElement>) {
      if (pointerType === 'touch' || button !== 0) return
      held.current = { x: clientX, y: clientY, left: currentTarget.scrollLeft, top: currentTarget.scrollTop }
      currentTarget.setPointerCapture(pointerId)
    },
    onPointerMove({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) {
      if (!held.current) return
      const { x, y, left, top } = held.current
      currentTarget.scrollTo(left - (clientX - x), top - (clientY - y))
    },
    onPointerUp: letGo,
    onPointerCancel: letGo,
  }
}
