import { useId, useLayoutEffect, useRef, useSyncExternalStore, type ReactNode } from 'react'
import { IconButton } from '../button/button.tsx'
import { CloseIcon } from '../icon/close.tsx'
import './side-panel.css'

const narrowScreen = '(max-width: 743.98px)'

/**
 * A panel beside the page, which stays usable. On a narrow screen it fills the screen and acts as a dialog. It takes
 * the focus when it opens, and returns it when it closes.
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
  const isNarrow = useSyncExternalStore(followWidth, () => matchMedia(narrowScreen).matches)
  const opener = useRef<Element>(null)
  // In this order: an inert element can neither keep nor take the focus. A layout effect, so that the panel has the
  // focus when it appears.
  useLayoutEffect(() => {
    opener.current = document.activeElement
  }, [])
  useLayoutEffect(() => (isNarrow && panel.current ? holdBackOthers(panel.current) : undefined), [isNarrow])
  useLayoutEffect(() => {
    panel.current?.focus()
    return () => {
      if (opener.current instanceof HTMLElement) opener.current.focus()
    }
  }, [])
  return (
    <div role="presentation" onKeyDown={(event) => event.key === 'Escape' && onClose()}>
      <section
        className="side-panel"
        role={isNarrow ? 'dialog' : 'complementary'}
        aria-modal={isNarrow || undefined}
        aria-labelledby={id}
        tabIndex={-1}
        ref={panel}
      >
        <header className="side-panel__head">
          <h2 id={id}>{title}</h2>
          <IconButton icon={CloseIcon} label="Close" onClick={onClose} />
        </header>
        <div className="side-panel__body">{children}</div>
      </section>
    </div>
  )
}

function followWidth(listener: () => void): () => void {
  const query = matchMedia(narrowScreen)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** The panel covers everything else, so everything else must be inert. */
function holdBackOthers(panel: HTMLElement): () => void {
  const others: Element[] = []
  for (let part: Element = panel; part.parentElement && part !== document.body; part = part.parentElement)
    others.push(...[...part.parentElement.children].filter((other) => other !== part && isCovered(other)))
  for (const other of others) other.setAttribute('inert', '')
  return () => {
    for (const other of others) other.removeAttribute('inert')
  }
}

/** A bar at the bottom edge stays visible beside the panel. An element that is already inert has its own reason. */
const isCovered = (element: Element) => !element.matches('[inert], [data-stays-in-sight]')
