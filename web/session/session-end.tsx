import { useEffect, useEffectEvent, useState } from 'react'
import { sessionWarningMs } from '#domain/login.ts'
import { call } from './client.ts'
import { logOut } from './log-out.ts'
import { endSession } from './session.ts'
import { stored, useStored } from './storage.ts'
import { LinkButton } from '../ui/button/button.tsx'
import { countdown } from '../ui/code-input/countdown.ts'
import { useSecondsUntil } from '../ui/code-input/use-wait.ts'
import { Modal } from '../ui/modal/modal.tsx'
import { StayOpen } from '../ui/modal/stay-open.ts'
import { leave } from '../ui/leave-warning/leaving.ts'

/**
 * Offers to stay logged in before the session ends, and takes the page off the screen when it does. All tabs share the
 * end of the session: one that goes on in another tab goes on here.
 */
export function SessionEnd() {
  const endsAt = Number(useStored('tokenEndsAt')) || Infinity
  const now = useNowAt(endsAt - sessionWarningMs, endsAt)
  const isOver = now >= endsAt
  /** The end that was not put off by asking: the session has reached its longest life. */
  const [finalEnd, setFinalEnd] = useState<number>()
  const [hiddenEnd, setHiddenEnd] = useState<number>()
  const isFinal = finalEnd === endsAt

  useEffect(() => {
    // Another tab may have gone on a moment ago, or ended it already.
    const end = Number(stored('tokenEndsAt'))
    if (isOver && end > 0 && end <= Date.now()) endSession('security')
  }, [isOver])

  /** Any call renews a session that has passed half of its life. */
  async function stay(): Promise<void> {
    await call('GET /api/portal/customer/accounts')
    const end = Number(stored('tokenEndsAt'))
    if (end - Date.now() > sessionWarningMs) return
    setFinalEnd(end)
    throw new StayOpen()
  }

  return (
    <Modal
      title={isFinal ? 'Please log in again' : 'Are you still there?'}
      isOpen={now >= endsAt - sessionWarningMs && !isOver && hiddenEnd !== endsAt}
      onHide={() => setHiddenEnd(endsAt)}
      // Closing it shows that somebody is there.
      onCancel={() => void (!isFinal && stay().catch(() => setHiddenEnd(undefined)))}
      hasCancel={false}
      confirmLabel={isFinal ? 'Log in again' : 'Stay logged in'}
      closeOnConfirm
      onConfirm={isFinal ? () => endSession('security') : stay}
    >
      <TimeLeft endsAt={endsAt} isFinal={isFinal} />
    </Modal>
  )
}

function TimeLeft({ endsAt, isFinal }: { endsAt: number; isFinal: boolean }) {
  const seconds = useSecondsUntil(endsAt)
  return (
    <>
      <p>
        {isFinal
          ? 'You have been logged in for as long as a session can last. It ends in '
          : 'To keep your account safe, we will log you out in '}
        <strong className="num">{countdown(seconds)}</strong>.
      </p>
      <p className="muted">A plan or payment that you have not saved is still here after you log in again.</p>
      {/* Every second would be too much to listen to. */}
      <p className="sr" role="status">
        {seconds <= 60 && (seconds <= 30 ? '30 seconds left' : '1 minute left')}
      </p>
      <p className="sm">
        <LinkButton onClick={() => leave(logOut)}>Log out now</LinkButton>
      </p>
    </>
  )
}

/**
 * The time, read when one of the moments comes. A computer that was asleep has missed them, so it is also read when the
 * page is looked at again.
 */
function useNowAt(...moments: number[]): number {
  const [now, setNow] = useState(() => Date.now())
  const read = useEffectEvent(() => setNow(Date.now()))
  const next = moments.find((moment) => moment > now) ?? Infinity
  useEffect(() => {
    const waitMs = next - Date.now()
    const timer = Number.isFinite(waitMs) ? setTimeout(read, Math.max(0, waitMs)) : undefined
    for (const look of looks) addEventListener(look, read)
    return () => {
      clearTimeout(timer)
      for (const look of looks) removeEventListener(look, read)
    }
  }, [next])
  return now
}

const looks = ['focus', 'pageshow', 'visibilitychange'] as const
