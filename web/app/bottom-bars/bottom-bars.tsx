import { useEffect, useRef } from 'react'
import { useOnline } from '../../session/connection.ts'
import { ImpersonationNotice } from '../impersonation/impersonation-notice.tsx'
import './bottom-bars.css'

/** What stays at the bottom edge of every page. Other elements there make room for it. */
export function BottomBars() {
  const bars = useRef<HTMLDivElement>(null)
  useEffect(() => (bars.current ? reserveRoom(bars.current) : undefined), [])
  return (
    <div className="bottom-bars" data-stays-in-sight ref={bars}>
      <OfflineBar />
      <ImpersonationNotice />
    </div>
  )
}

/** The live region is there before its text, so that a screen reader announces it. */
function OfflineBar() {
  const isOnline = useOnline()
  return (
    <div aria-live="polite">
      {!isOnline && (
        <p className="offline-bar sm center">
          <strong>You are offline.</strong> What you see may be out of date. You can go on as soon as you are
          connected again.
        </p>
      )}
    </div>
  )
}

function reserveRoom(bars: HTMLElement): () => void {
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => style.setProperty('--edge-bottom', `${bars.offsetHeight}px`))
  observer.observe(bars)
  return () => {
    observer.disconnect()
    style.removeProperty('--edge-bottom')
  }
}
