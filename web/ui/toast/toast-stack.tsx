import { useEffect, useRef, useState, type FocusEvent } from 'react'
import { IconButton } from '../button/button.tsx'
import { CheckIcon } from '../icon/check.tsx'
import { CloseIcon } from '../icon/close.tsx'
import { ErrorIcon } from '../icon/error.tsx'
import { dismissToast, type Toast } from './toast.ts'
import { useCountdown } from './use-countdown.ts'
import './toast.css'

const successMs = 5_000

/** Newest last. No toast closes while the pointer or focus is in the stack. */
export function ToastStack({ toasts }: { toasts: readonly Toast[] }) {
  const [isHovered, setHovered] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const stack = useRef<HTMLDivElement>(null)
  const cameFrom = useRef<HTMLElement>(null)

  function onFocus({ relatedTarget }: FocusEvent) {
    setFocused(true)
    if (relatedTarget instanceof HTMLElement && !stack.current?.contains(relatedTarget))
      cameFrom.current = relatedTarget
  }

  /** When a toast is closed by keyboard, the focus moves to the next toast, or back to where it came from. */
  function close(id: number) {
    const closed = stack.current?.querySelector(`[data-toast="${id}"]`)
    if (closed?.contains(document.activeElement)) {
      const next = closed.nextElementSibling ?? closed.previousElementSibling
      const target = next?.querySelector('button') ?? cameFrom.current
      target?.focus()
      if (!next) setFocused(false)
    }
    dismissToast(id)
    if (toasts.length === 1) setHovered(false)
  }

  return (
    <div
      className="toasts"
      // A dialog makes everything else inert; announcements must still be heard.
      data-react-aria-top-layer
      role="presentation"
      ref={stack}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={onFocus}
      onBlur={() => setFocused(false)}
    >
      {toasts.map((toast) => (
        <ToastCard
          key={toast.id}
          toast={toast}
          isPaused={isHovered || isFocused}
          onClose={() => close(toast.id)}
        />
      ))}
    </div>
  )
}

function ToastCard({ toast, isPaused, onClose }: { toast: Toast; isPaused: boolean; onClose: () => void }) {
  const isError = toast.variant === 'error'
  useCountdown(isError ? undefined : successMs, isPaused, onClose)
  const isSpoken = useNextFrame()
  return (
    <div
      className={`toast toast--${toast.variant}`}
      role={isError ? 'alert' : 'status'}
      data-toast={toast.id}
    >
      <span className="toast__mark">{isError ? <ErrorIcon /> : <CheckIcon />}</span>
      <p>{isSpoken && toast.text}</p>
      <IconButton icon={CloseIcon} label="Dismiss" size="small" onClick={onClose} />
    </div>
  )
}

/** Screen readers announce changes in an existing region, not the content of a new one. */
function useNextFrame(): boolean {
  const [isThere, setThere] = useState(false)
  useEffect(() => {
    const frame = requestAnimationFrame(() => setThere(true))
    return () => cancelAnimationFrame(frame)
  }, [])
  return isThere
}
