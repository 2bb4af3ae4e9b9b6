import { useEffect, useId, useRef, type ReactNode } from 'react'
import { IconButton } from '../button/button.tsx'
import { CloseIcon } from '../icon/close.tsx'
import './side-panel.css'

/**
 * Stands beside the page, which stays usable; a narrow screen it fills. It takes the focus when it opens, and
 * gives it back to whatever opened it.
 */
export function SidePanel({
  title,
  onClose,
  children,
}: {
  title: string
  onClose: () => void
  children: ReactNode
}) {
  const id = useId()
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    const opener = document.activeElement
    panel.current?.focus()
    return () => {
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])
  return (
    <aside
      className="side-panel"
      aria-labelledby={id}
      tabIndex={-1}
      ref={panel}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <header className="side-panel__head">
        <h2 id={id}>{title}</h2>
        <IconButton icon={CloseIcon} label="Close" onClick={onClose} />
      </header>
      <div className="side-panel__body">{children}</div>
    </aside>
  )
}
