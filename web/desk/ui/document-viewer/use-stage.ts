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
export function usePan(stage: RefObject<HTMLElement | null>) {
  const held = useRef<{ x: number; y: number; left: number; top: number } | null>(null)
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const element = stage.current
      if (!element || event.pointerType === 'touch' || event.button !== 0) return
      held.current = { x: event.clientX, y: event.clientY, left: element.scrollLeft, top: element.scrollTop }
      element.setPointerCapture(event.pointerId)
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const element = stage.current
      if (!element || !held.current) return
      element.scrollLeft = held.current.left - (event.clientX - held.current.x)
      element.scrollTop = held.current.top - (event.clientY - held.current.y)
    },
    onPointerUp() {
      held.current = null
    },
    onPointerCancel() {
      held.current = null
    },
  }
}
