import { useEffect, useRef, useState } from 'react'
import { logOut } from '../../session/log-out.ts'
import { endSession } from '../../session/session.ts'
import { useStored } from '../../session/storage.ts'
import { Button } from '../../ui/button/button.tsx'
import { CautionIcon } from '../../ui/icon/caution.tsx'
import { leave } from '../leave-warning/leaving.ts'
import { timeLeft } from './time-left.ts'
import './impersonation-bar.css'

export type ImpersonationBarProps = { name: string; impersonatorEmail: string }

const tickMs = 5_000

/** Shown on every page of an impersonated session, so that staff remember whose account it is. */
export function ImpersonationBar({ name, impersonatorEmail }: ImpersonationBarProps) {
  const bar = useRef<HTMLElement>(null)
  useEffect(() => (bar.current ? reserveRoom(bar.current) : undefined), [])
  return (
    <section className="impersonation" aria-label="Impersonation" data-stays-in-sight ref={bar}>
      <CautionIcon />
      <p>
        You are viewing {name}'s account as {impersonatorEmail}. No money can be moved. <TimeLeft />
      </p>
      <Button look="secondary" size="small" onClick={() => leave(logOut)}>
        End session
      </Button>
    </section>
  )
}

function TimeLeft() {
  const endsAt = Number(useStored('tokenEndsAt'))
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [])
  const isOver = endsAt > 0 && now >= endsAt
  useEffect(() => {
    if (isOver) endSession('security')
  }, [isOver])
  if (endsAt === 0) return null
  return <span className="nowrap num">{timeLeft(endsAt - now)}</span>
}

/** The bar is as high as its text. Other elements at the bottom edge make room for it. */
function reserveRoom(bar: HTMLElement): () => void {
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => style.setProperty('--edge-bottom', `${bar.offsetHeight}px`))
  observer.observe(bar)
  return () => {
    observer.disconnect()
    style.removeProperty('--edge-bottom')
  }
}
