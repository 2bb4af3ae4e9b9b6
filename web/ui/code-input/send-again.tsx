import { LinkButton } from '../button/button.tsx'
import { countdown } from './countdown.ts'

type SendAgainProps = {
  label?: string
  secondsLeft: number
  isSending: boolean
  onSendAgain: () => void
}

/** What somebody can do who has no code yet. The server sends the next one only after a pause, so that is counted down. */
export function SendAgain({ label = 'Send again', secondsLeft, isSending, onSendAgain }: SendAgainProps) {
  return (
    <>
      Didn't get it?{' '}
      {secondsLeft > 0 ? (
        <span className="num nowrap">Resend in {countdown(secondsLeft)}</span>
      ) : (
        <LinkButton isBusy={isSending} onClick={onSendAgain}>
          {label}
        </LinkButton>
      )}
    </>
  )
}
