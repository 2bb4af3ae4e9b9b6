import { useLayoutEffect, useRef } from 'react'

/**
 * React Aria returns the focus one frame after a dialog closes, unless something else has it. A dialog below that
 * opened within the last half second takes the focus in that frame, because of VoiceOver. So restore the opener's
 * focus once more.
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
