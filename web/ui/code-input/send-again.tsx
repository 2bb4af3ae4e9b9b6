import type { ReactNode } from 'react'
import { LinkButton } from '../button/button.tsx'

type SendAgainProps = {
  secondsLeft: number
  isSending: boolean
  onSendAgain: () => void
  /** Other ways to get a code. */
  children?: ReactNode
}

/** What somebody can do who has no code yet. */
export function SendAgain({ secondsLeft, isSending, onSendAgain, children }: SendAgainProps) {
  return (
    <p className="sm muted">
      Didn't get it?{' '}
      {secondsLeft > 0 ? (
        <>
          You can ask for another one in <span className="num">{secondsLeft}</span> s.
        </>
      ) : (
        <LinkButton isBusy={isSending} onClick={onSendAgain}>
          Send again
        </LinkButton>
      )}
      {children}
    </p>
  )
}
