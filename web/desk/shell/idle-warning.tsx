import { useEffect, useState } from 'react'
import { call } from '../foundation/staff-client.ts'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { followInput, lastInput, noteInput } from './idle.ts'
import { endSession, usePerson } from '../foundation/session.ts'

const warnMs = 2 * 60_000
const lookEveryMs = 5_000

/** Warns before a desk that nobody uses is closed. What was typed stays below the log-in. */
export function IdleWarning() {
  const { idleMinutes } = usePerson()
  const [endsAt, setEndsAt] = useState<number>()
  useEffect(followInput, [])
  useEffect(() => {
    const look = () => {
      const end = lastInput() + idleMinutes * 60_000
      const left = end - Date.now()
      setEndsAt(left <= warnMs && left > 0 ? end : undefined)
      if (left > 0) return
      void call('POST /api/staff/log-out').catch(() => {})
      endSession('idle')
    }
    const timer = setInterval(look, lookEveryMs)
    return () => clearInterval(timer)
  }, [idleMinutes])
  if (endsAt === undefined) return null
  const stay = () => {
    noteInput()
    setEndsAt(undefined)
  }
  return (
    <Dialog title="Are you still there?" onClose={stay} foot={<Button onClick={stay}>Stay logged in</Button>}>
      <p>
        You have been inactive. The desk will lock at{' '}
        {new Date(endsAt).toLocaleTimeString('en-AU', { hour: 'numeric', minute: '2-digit' })}. What you have
        typed is kept.
      </p>
    </Dialog>
  )
}
