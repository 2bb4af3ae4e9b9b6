import { useId, type RefObject } from 'react'
import type { Account } from '#contract/accounts.ts'
import type { WithdrawalRequest } from '#contract/withdrawals.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { CodeInput } from '../../ui/code-input/code-input.tsx'
import { SendAgain } from '../../ui/code-input/send-again.tsx'
import { Money } from '../../ui/money/money.tsx'
import type { Code } from './use-code.ts'

type CodeStepProps = {
  account: Account
  request: WithdrawalRequest
  code: Code
  field: RefObject<HTMLInputElement | null>
}

/** The second step: the code, and what it confirms. */
export function CodeStep({ account, request, code, field }: CodeStepProps) {
  const explanation = useId()
  return (
    <>
      <div className="withdrawal__available">
        <span className="muted">To {request.bankAccountDisplayName.replace(/^B/, 'b')}</span>
        <Money amount={request.amount} region={account.region} size="medium" />
      </div>
      {code.notice && <Alert variant={code.notice.variant}>{code.notice.text}</Alert>}
      <p id={explanation}>
        We sent a 6-digit code to your mobile ending{' '}
        <strong className="num">{request.mobileLast3Digits}</strong>. It confirms that it is you who asks for
        the money.
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
      <SendAgain secondsLeft={code.secondsLeft} isSending={code.isSending} onSendAgain={code.sendAgain} />
    </>
  )
}
