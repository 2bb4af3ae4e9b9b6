import { useEffect, useRef, type ReactNode } from 'react'
import type { PaymentPlan } from '#contract/payment-schedule.ts'
import type { Region } from '#domain/region.ts'
import { useSupport } from '../../../session/settings.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import type { PlannerFacts } from '../../plan/planner-facts.ts'
import { saidOfLastSave } from './plan-saver.ts'
import type { SaveOutcome } from '../use-save-plan.ts'
import { PhoneLink } from '../../../ui/phone-link/phone-link.tsx'

const savingError = 'Error saving details'

/** The outcome of the save, beside the button that was pressed. */
export function SaveNotice({ outcome }: { outcome: SaveOutcome | undefined }) {
  switch (outcome?.kind) {
    case undefined:
      return null
    case 'saved':
      return (
        <Focused>
          <Alert variant="success">All changes have been successfully saved</Alert>
        </Focused>
      )
    case 'failed':
      return (
        <Focused>
          <SavingFailed />
        </Focused>
      )
    case 'refused':
      return (
        <Alert variant="error" title={savingError}>
          {outcome.msg}
        </Alert>
      )
  }
}

/** The button may be disabled by now, and the focus would be lost with it. */
function Focused({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <div ref={place} tabIndex={-1} className="estimate__notice">
      {children}
    </div>
  )
}

/** For what is no fault of the choices: neither saving nor calculating them worked. */
export function SavingFailed({ onRetry }: { onRetry?: () => void }) {
  const { phone, email } = useSupport()
  return (
    <Alert
      variant="error"
      title={savingError}
      action={
        onRetry && (
          <Button look="secondary" size="small" onClick={onRetry}>
            Try again
          </Button>
        )
      }
    >
      It appears something went wrong. Please contact us on <PhoneLink phone={phone} /> or email us on{' '}
      <a href={`mailto:${email}`}>{email}</a>.
    </Alert>
  )
}

type OvertakenProps = {
  region: Region
  plan: PaymentPlan | undefined
  onKeep: () => void
  onShowSaved: () => void
}

/** Somebody else saved first. */
export function Overtaken({ region, plan, onKeep, onShowSaved }: OvertakenProps) {
  return (
    <Focused>
      <Alert
        variant="warning"
        title="Your plan has changed since you opened this page"
        action={
          <>
            <Button look="secondary" size="small" onClick={onKeep}>
              Keep my choices
            </Button>
            <Button look="secondary" size="small" onClick={onShowSaved}>
              Show the saved plan
            </Button>
          </>
        }
      >
        {plan && `${saidOfLastSave(plan, region)} `}Your choices are still here and nothing was saved over.
      </Alert>
    </Focused>
  )
}

type WhyClosed = NonNullable<PlannerFacts['whyNotEditable']>

const whyClosed: Record<WhyClosed, string> = {
  plan_not_editable: 'Please contact us to review your payment plan.',
  plan_locked:
    'It could be changed until 2 business days before its first payment. Please contact us to change it now.',
}

/** The plan was closed while somebody made choices: they stay until the parent lets them go. */
export function ClosedMeanwhile({ why, onShowSaved }: { why: WhyClosed; onShowSaved: () => void }) {
  return (
    <Alert
      variant="warning"
      title="Your plan can no longer be changed here"
      action={
        <Button look="secondary" size="small" onClick={onShowSaved}>
          Show the saved plan
        </Button>
      }
    >
      {whyClosed[why]} Your choices were not saved.
    </Alert>
  )
}
