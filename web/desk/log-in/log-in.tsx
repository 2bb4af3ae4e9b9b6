import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { EnvironmentMark } from '../ui/environment-mark/environment-mark.tsx'
import { askWho } from '../foundation/ask-who.ts'
import type { DeskSession } from '../foundation/session.ts'
import { call } from '../foundation/staff-client.ts'
import { useAction } from '../foundation/use-action.ts'
import { Bird } from '../ui/bird/bird.tsx'
import { CodeStep } from './code-step.tsx'
import { EmailStep } from './email-step.tsx'
import { SecondFactorStep, type SecondProofs } from './second-factor-step.tsx'
import './log-in.css'

type Step = 'email' | 'code' | 'second-factor'

const whyOver = {
  idle: 'The desk was locked because you were inactive.',
  ended: 'Your session has ended.',
}

/** Two steps, and a third for who has an authenticator app. The page below stays for who has to log in again. */
export function LogIn({ person, why, sessionHours }: DeskSession) {
  const [step, setStep] = useState<Step>('email')
  const [email, setEmail] = useState(person?.email ?? '')
  const [code, setCode] = useState('')
  const logIn = useAction(async (second: SecondProofs = {}) => {
    try {
      await call('POST /api/staff/session', { body: { email, ...(code !== '' && { code }), ...second } })
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'second_factor_needed') throw error
      setStep('second-factor')
      return
    }
    await askWho()
  })
  const ask = useAction(async () => {
    await call('POST /api/staff/log-in', { body: { email } }).catch(unlessJustSent)
    setCode('')
    logIn.forget()
    setStep('code')
  })
  return (
    <div className="deskauth">
      <div className="deskauth__rail">
        <Bird />
      </div>
      <main className="deskauth__main">
        <div className="deskauth__box">
          <div className="row row--between">
            <span className="semibold">Larkwell desk</span>
            <EnvironmentMark />
          </div>
          {why && step === 'email' && (
            <Alert variant="info" title={whyOver[why]}>
              Log in again to continue. Nothing you have typed is lost.
            </Alert>
          )}
          {step === 'email' && (
            <EmailStep email={email} onChange={setEmail} ask={ask} sessionHours={sessionHours} />
          )}
          {step === 'code' && (
            <CodeStep
              email={email}
              code={code}
              onChange={setCode}
              logIn={logIn}
              ask={ask}
              onOtherEmail={() => setStep('email')}
              onNoCode={() => {
                setCode('')
                logIn.forget()
                setStep('second-factor')
              }}
            />
          )}
          {step === 'second-factor' && (
            <SecondFactorStep hasCode={code !== ''} logIn={logIn} onBack={() => setStep('email')} />
          )}
        </div>
        <p className="xs muted">
          For staff only. Parents log in at <a href="/login">the portal</a>.
        </p>
      </main>
    </div>
  )
}

/** A code is on its way already; that one works. */
function unlessJustSent(error: unknown): void {
  if (!(error instanceof ApiError) || error.code !== 'code_just_sent') throw error
}
