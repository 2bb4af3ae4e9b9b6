import { useCallback, useEffect, useId, useLayoutEffect, useRef, useState, type MouseEvent } from 'react'
import { InfoIcon } from '../icon/info.tsx'
import { positionTooltip } from './position-tooltip.ts'
import './tooltip.css'

type TooltipProps = {
  /** What it explains, which is the button's name: "About your balance". */
  name: string
  text: string
}

/** Opens on hover, focus and tap; Escape hides it without moving the focus. */
export function Tooltip({ name, text }: TooltipProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const tip = useRef<HTMLSpanElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const box = useRef<HTMLSpanElement>(null)
  const close = useCallback(() => setOpen(false), [])
  useOutsideClose(isOpen, tip, close)

  useLayoutEffect(() => {
    if (!isOpen) return
    const position = () => button.current && box.current && positionTooltip(button.current, box.current)
    box.current?.showPopover()
    position()
    addEventListener('scroll', position, { capture: true, passive: true })
    addEventListener('resize', position)
    const shown = box.current
    return () => {
      removeEventListener('scroll', position, { capture: true })
      removeEventListener('resize', position)
      shown?.hidePopover()
    }
  }, [isOpen])

  const isReachedByKeyboard = () => button.current?.matches(':focus-visible') ?? false

  /** A mouse has already opened it by hovering; a tap or Enter toggles it. */
  function press(event: MouseEvent) {
    const { pointerType } = event.nativeEvent as PointerEvent
    setOpen(pointerType === 'mouse' || !isOpen)
  }

  return (
    <span
      className="tip"
      role="presentation"
      ref={tip}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setOpen(true)}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && !isReachedByKeyboard() && close()}
    >
      <button
        type="button"
        className="tip__btn"
        aria-label={name}
        aria-describedby={id}
        ref={button}
        onFocus={() => isReachedByKeyboard() && setOpen(true)}
        onBlur={close}
        onClick={press}
      >
        <InfoIcon size="small" />
      </button>
      <span className="tip__box xs" role="tooltip" id={id} popover="manual" ref={box}>
        {text}
      </span>
    </span>
  )
}

function useOutsideClose(isOpen: boolean, tip: { current: HTMLElement | null }, close: () => void): void {
  useEffect(() => {
    if (!isOpen) return
    // Captured first, so that the surrounding dialog stays open.
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      close()
    }
    const onPress = (event: PointerEvent) => {
      if (event.target instanceof Node && !tip.current?.contains(event.target)) close()
    }
    addEventListener('keydown', onKey, { capture: true })
    addEventListener('pointerdown', onPress, { capture: true })
    return () => {
      removeEventListener('keydown', onKey, { capture: true })
      removeEventListener('pointerdown', onPress, { capture: true })
    }
  }, [isOpen, tip, close])
}
