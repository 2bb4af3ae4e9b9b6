import { useId, type ReactNode, type RefObject } from 'react'
import { Alert } from '../../ui/alert/alert.tsx'
import { CodeInput } from '../../ui/code-input/code-input.tsx'
import { SendAgain } from '../../ui/code-input/send-again.tsx'
import type { Code } from './use-code.ts'

type CodeStepProps = {
  mobileLast3Digits: string | null
  /** What entering the code does, after "It confirms that it is you who". */
  purpose: string
  code: Code
  field: RefObject<HTMLInputElement | null>
  /** What it confirms. */
  children: ReactNode
}

/** The second step: the code, and what it confirms. */
export function CodeStep({ mobileLast3Digits, purpose, code, field, children }: CodeStepProps) {
  const explanation = useId()
  return (
    <>
      <div className="withdrawal__available row row--between">{children}</div>
      {code.notice && <Alert variant={code.notice.variant}>{code.notice.text}</Alert>}
      <p id={explanation}>
        We sent a 6-digit code to your mobile ending <strong className="num">{mobileLast3Digits}</strong>. It
        confirms that it is you who {purpose}.
      </p>
      <CodeInput
        label="Enter code"
        name="code"
        ref={field}
        value={code.digits}
        error={code.error}
        explainedBy={explanation}
        onChange={code.type}
      />
      <p className="sm muted">
        <SendAgain secondsLeft={code.secondsLeft} isSending={code.isSending} onSendAgain={code.sendAgain} />
      </p>
    </>
  )
}
