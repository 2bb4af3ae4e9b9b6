import { useEffect, useState } from 'react'
import { logOut } from '../../session/log-out.ts'
import { endSession } from '../../session/session.ts'
import { useMayStaffPay } from '../../session/staff-refusal.ts'
import { useStored } from '../../session/storage.ts'
import { Button } from '../../ui/button/button.tsx'
import { CautionIcon } from '../../ui/icon/caution.tsx'
import { leave } from '../../ui/leave-warning/leaving.ts'
import { timeLeft } from './time-left.ts'
import './impersonation-bar.css'

type ImpersonationBarProps = { name: string; impersonatorEmail: string }

const tickMs = 5_000

/** Shown on every page of an impersonated session, so that staff remember whose account it is. */
export function ImpersonationBar({ name, impersonatorEmail }: ImpersonationBarProps) {
  const mayPay = useMayStaffPay()
  return (
    <section className="impersonation sm" aria-label="Impersonation">
      <CautionIcon />
      <p>
        You are viewing {name}'s account as {impersonatorEmail}.{' '}
        {mayPay === false && 'No money can be moved. '}
        {mayPay && 'Payments that you make here charge the family. '}
        <span className="hide-narrow">The family is notified of every change. </span>
        <TimeLeft />
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
