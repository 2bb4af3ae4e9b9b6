import { useLayoutEffect, useRef } from 'react'

/**
 * React Aria gives the focus back one frame after a dialog is gone, unless something has it by then. The dialog below
 * takes it in that frame when it was opened half a second before, for the sake of VoiceOver. So the opener is looked
 * after once more.
 */
export function useReturnedFocus(): void {
  const opener = useRef<Element | null>(null)
  useLayoutEffect(() => {
    opener.current = document.activeElement
    return () => void requestAnimationFrame(() => giveBack(opener.current))
  }, [])
}

function giveBack(opener: Element | null): void {
  const { activeElement: active, body } = document
  const isLost = active === body || (active?.matches('[role=dialog]') === true && active.contains(opener))
  if (isLost && opener instanceof HTMLElement && opener !== body) opener.focus()
}
