import { useEffect, useRef, useState, type ComponentType, type FocusEvent } from 'react'
import { IconButton } from '../button/button.tsx'
import { CheckIcon } from '../icon/check.tsx'
import { CloseIcon } from '../icon/close.tsx'
import { ErrorIcon } from '../icon/error.tsx'
import { dismissToast, type Toast } from './toast.ts'
import { useCountdown } from './use-countdown.ts'
import './toast.css'

const successMs = 5_000
const undoableMs = 20_000

export type ToastActionProps = { undo: () => Promise<void>; onClose: () => void }
type ToastAction = ComponentType<ToastActionProps>
type ToastStackProps = {
  toasts: readonly Toast[]
  className?: string
  /** The button of a toast that can be undone. */
  action?: ToastAction
}

/** Newest last. No toast closes while the pointer or focus is in the stack. */
export function ToastStack({ toasts, className = 'toasts', action }: ToastStackProps) {
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
      className={className}
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
          action={action}
          isPaused={isHovered || isFocused}
          onClose={() => close(toast.id)}
        />
      ))}
    </div>
  )
}

type ToastCardProps = {
  toast: Toast
  action: ToastAction | undefined
  isPaused: boolean
  onClose: () => void
}

function ToastCard({ toast, action: Action, isPaused, onClose }: ToastCardProps) {
  const { undo } = toast
  const isError = toast.variant === 'error'
  useCountdown(isError ? undefined : undo ? undoableMs : successMs, isPaused, onClose)
  const isSpoken = useNextFrame()
  return (
    <div
      className={`toast toast--${toast.variant}`}
      role={isError ? 'alert' : 'status'}
      data-toast={toast.id}
    >
      <span className="toast__mark">{isError ? <ErrorIcon /> : <CheckIcon />}</span>
      <p>{isSpoken && toast.text}</p>
      {undo && Action && <Action undo={undo} onClose={onClose} />}
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
