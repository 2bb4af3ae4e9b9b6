import { useState } from 'react'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Badge } from '../../../ui/badge/badge.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { useRead } from '../../foundation/read.ts'
import { count } from '../../foundation/format.ts'
import { Loaded } from '../../ui/loaded/loaded.tsx'
import { call } from '../../foundation/staff-client.ts'
import { useAction } from '../../foundation/use-action.ts'
import { FailureAlert } from '../../ui/failure/failure-alert.tsx'
import { Enrolment, reason, type Secret } from './enrolment.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { ProofDrawer } from './proof-drawer.tsx'

/** One's own authenticator app: set up, new recovery codes, remove. */
export function TwoFactorPart() {
  const factor = useRead('GET /api/staff/two-factor', {})
  const [secret, setSecret] = useState<Secret>()
  const begin = useAction(async () =>
    setSecret(await call('POST /api/staff/two-factor', { body: { reason } })),
  )
  const [codes, setCodes] = useState<readonly string[]>()
  const [step, setStep] = useState<'renew' | 'remove'>()
  if (codes)
    return (
      <div className="factor">
        <RecoveryCodes codes={codes} onKept={() => setCodes(undefined)} />
      </div>
    )
  return (
    <Loaded query={factor} label="Loading two-factor authentication">
      {({ isEnrolled, isRequired, recoveryCodesLeft }) => (
        <div className="pile factor">
          {isRequired && !isEnrolled && (
            <Alert variant="warning" title="Set up two-factor authentication to continue">
              All staff must use two-factor authentication. Other pages open once it is set up.
            </Alert>
          )}
          <FailureAlert title="Set-up could not start" failure={begin.failure} />
          {isEnrolled ? (
            <Card title="Authenticator app" aside={<Badge tone="success">On</Badge>}>
              <div className="stack stack--14">
                <p>
                  Log-in asks for a code from your app. {count(recoveryCodesLeft, 'recovery code')} left for
                  when you do not have the app.
                </p>
                {recoveryCodesLeft <= 2 && (
                  <Alert variant="caution" title="Few recovery codes are left">
                    Create new codes while you still have your app.
                  </Alert>
                )}
                <div className="row">
                  <Button look="secondary" onClick={() => setStep('renew')}>
                    New recovery codes
                  </Button>
                  {!isRequired && (
                    <Button look="borderless" onClick={() => setStep('remove')}>
                      Remove the app
                    </Button>
                  )}
                </div>
              </div>
            </Card>
          ) : secret ? (
            <Enrolment secret={secret} onDone={setCodes} onCancel={() => setSecret(undefined)} />
          ) : (
            <Card title="Authenticator app" aside={<Badge>Off</Badge>}>
              <div className="stack stack--14">
                <p>
                  Someone who takes over your phone number cannot log in as you without the app. Any
                  authenticator app works.
                </p>
                <div className="row">
                  <Button isBusy={begin.isBusy} onClick={() => void begin.run()}>
                    Set up
                  </Button>
                </div>
              </div>
            </Card>
          )}
          {step && (
            <ProofDrawer
              step={step}
              onClose={() => setStep(undefined)}
              onDone={(made) => {
                setStep(undefined)
                setSecret(undefined)
                if (made) setCodes(made)
              }}
            />
          )}
        </div>
      )}
    </Loaded>
  )
}
