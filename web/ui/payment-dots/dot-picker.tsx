import {
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
} from 'react'
import type { Region } from '#domain/region.ts'
import { positionTooltip } from '../tooltip/position-tooltip.ts'
import { detailOf, type DotWithAmount } from './words.ts'
import '../tooltip/tooltip.css'

type DotPickerProps = {
  dots: readonly DotWithAmount[]
  region: Region
  picture: RefObject<HTMLElement | null>
  picked: number | null
  onPick: (index: number | null) => void
}

/** How far from a dot, in pixels, the pointer may be: a finger is less exact than a mouse. */
const reach = { mouse: 10, touch: 24 }

const steps: Record<string, (from: number, last: number) => number> = {
  ArrowRight: (from, last) => Math.min(from + 1, last),
  ArrowUp: (from, last) => Math.min(from + 1, last),
  ArrowLeft: (from) => Math.max(from - 1, 0),
  ArrowDown: (from) => Math.max(from - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
}

/**
 * Lies over the dots and shows the date and amount of one of them: of the one under the pointer or finger, or the one
 * that the arrow keys lead to. The dots are too small to be buttons, and too many to go through one by one with Tab.
 */
export function DotPicker({ dots, region, picture, picked, onPick }: DotPickerProps) {
  const self = useRef<HTMLDivElement>(null)
  const tip = useRef<HTMLSpanElement>(null)
  const [at, setAt] = useState(() => startIn(dots))
  const index = Math.min(picked ?? at, dots.length - 1)
  const dot = dots[index]

  useLayoutEffect(() => {
    const box = tip.current
    if (picked === null || !box) return
    const position = () => {
      const anchor = picture.current?.querySelector<HTMLElement>(`[data-dot="${picked}"]`)
      if (anchor) positionTooltip(anchor, box)
    }
    box.showPopover()
    position()
    addEventListener('scroll', position, { capture: true, passive: true })
    addEventListener('resize', position)
    return () => {
      removeEventListener('scroll', position, { capture: true })
      removeEventListener('resize', position)
      box.hidePopover()
    }
  }, [picked, picture])

  if (!dot) return null
  const text = detailOf(dot, region)
  const isReachedByKeyboard = () => self.current?.matches(':focus-visible') ?? false

  /** The keys go on from where they led last, wherever the pointer has been meanwhile. */
  function goTo(next: number) {
    setAt(next)
    onPick(next)
  }

  function pressKey(event: KeyboardEvent) {
    if (event.key === 'Escape' && picked !== null) {
      event.stopPropagation()
      onPick(null)
      return
    }
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    goTo(picked === null ? index : step(index, dots.length - 1))
  }

  /** A mouse shows what is under it; a finger taps. */
  function point({ clientX, clientY, pointerType }: PointerEvent) {
    if (pointerType !== 'mouse') return
    const near = nearest(picture.current, { x: clientX, y: clientY }, reach.mouse)
    if (near !== null || !isReachedByKeyboard()) onPick(near)
  }

  return (
    <>
      <div
        className="dots__picker"
        role="slider"
        tabIndex={0}
        aria-label="Payments one by one"
        aria-valuemin={1}
        aria-valuemax={dots.length}
        aria-valuenow={index + 1}
        aria-valuetext={text}
        ref={self}
        onKeyDown={pressKey}
        onFocus={() => isReachedByKeyboard() && goTo(index)}
        onBlur={() => onPick(null)}
        onPointerMove={point}
        onPointerLeave={({ pointerType }) =>
          pointerType === 'mouse' && !isReachedByKeyboard() && onPick(null)
        }
        onClick={({ clientX, clientY }) =>
          onPick(nearest(picture.current, { x: clientX, y: clientY }, reach.touch))
        }
      />
      {picked !== null && (
        <span className="tip__box xs dots__tip" popover="manual" aria-hidden="true" ref={tip}>
          {text}
        </span>
      )}
    </>
  )
}

/** The keys begin with the payment that comes next. */
function startIn(dots: readonly DotWithAmount[]): number {
  return Math.max(
    0,
    dots.findIndex(({ status }) => status === 'Failed' || status === 'Next'),
  )
}

function nearest(picture: HTMLElement | null, to: { x: number; y: number }, within: number): number | null {
  let found: { index: number; distance: number } | undefined
  for (const mark of picture?.querySelectorAll<HTMLElement>('[data-dot]') ?? []) {
    const { left, top, width, height } = mark.getBoundingClientRect()
    const distance = Math.hypot(left + width / 2 - to.x, top + height / 2 - to.y)
    if (distance <= within && distance < (found?.distance ?? Infinity))
      found = { index: Number(mark.dataset['dot']), distance }
  }
  return found?.index ?? null
}
