import { useEffect, useRef } from 'react'
import { Alert } from '../../ui/alert/alert.tsx'
import { LinkButton } from '../../ui/button/button.tsx'

type CheckFailedProps = {
  /** How many checks have failed on this page. The focus moves here after each. */
  failedChecks: number
  remark: string | undefined
  /** Absent when no further check is allowed today. */
  onCheckAgain: (() => void) | undefined
}

export function CheckFailed({ failedChecks, remark, onCheckAgain }: CheckFailedProps) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (failedChecks > 0) notice.current?.focus()
  }, [failedChecks])
  return (
    <div className="identity__notice" ref={notice} tabIndex={-1}>
      <Alert
        variant="error"
        title="ID check unsuccessful"
        action={onCheckAgain && <LinkButton onClick={onCheckAgain}>Check these details again</LinkButton>}
      >
        Please check your details and upload a copy of your licence or passport (.pdf, .png, .jpg).
        {remark && ` ${remark}`}
      </Alert>
    </div>
  )
}
