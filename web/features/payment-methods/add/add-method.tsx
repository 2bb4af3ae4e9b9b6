import { useRef, useState } from 'react'
import type { Account } from '#contract/accounts.ts'
import type { RepaymentDetails } from '#contract/payment-methods.ts'
import type { MethodKind } from '#domain/payment-methods/payment-methods.ts'
import { frequencyWord } from '#domain/plan/payment-schedule.ts'
import { useSupport } from '../../../session/settings.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { ArrowLeftIcon } from '../../../ui/icon/arrow-left.tsx'
import { PageHeader } from '../../../ui/page-header/page-header.tsx'
import { AddAside } from './add-aside.tsx'
import { MethodChoices } from './method-choices.tsx'
import type { MethodFormHandle } from './method-form.ts'
import { offeredMethods } from '../offered-methods.ts'
import { useAddMethod } from './use-add-method.ts'
import { PhoneLink } from '../../../ui/phone-link/phone-link.tsx'
import '../../../ui/card/card.css'
import '../../../ui/split/split.css'
import './add-method.css'

type AddMethodProps = {
  account: Account
  details: RepaymentDetails
  /** The new method is saved and the repayment details are read again. */
  onAdded: () => void
  /** Back to the list. */
  onLeave: () => void
}

/** The form in which a payment method is chosen and entered. */
export function AddMethod({ account, details, onAdded, onLeave }: AddMethodProps) {
  const offered = offeredMethods(account)
  const [chosen, setChosen] = useState<MethodKind | null>(offered[0] ?? null)
  // The card's form stays as it was left while another one is looked at.
  const [ready, setReady] = useState<Partial<Record<MethodKind, boolean>>>({})
  const isReady = chosen !== null && ready[chosen] === true
  const { progress, failure, start, stop, save } = useAddMethod(account.accountId, onAdded)
  const form = useRef<MethodFormHandle>(null)
  const isBusy = progress !== 'open'
  // What is on its way to be saved cannot be called back.
  const isSaving = progress === 'saving'

  function submit(): void {
    if (isReady) start(() => form.current?.submit())
  }

  function choose(kind: MethodKind): void {
    if (isBusy) return
    setReady(({ Card }) => ({ Card }))
    stop()
    setChosen(kind)
  }

  return (
    <>
      <div className="stack stack--12 stack--start">
        <Button
          look="borderless"
          size="small"
          isFlush
          icon={ArrowLeftIcon}
          disabled={isSaving}
          onClick={onLeave}
        >
          Back
        </Button>
        <PageHeader title="Add payment method" lead={leadOf(details)} />
      </div>
      <div className="split">
        <form
          className="card stack stack--24"
          aria-label="Add payment method"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          <MethodChoices
            account={account}
            details={details}
            offered={offered}
            chosen={chosen}
            onChoose={choose}
            ref={form}
            isBusy={isBusy}
            onKindReady={(kind, isNowReady) => setReady((known) => ({ ...known, [kind]: isNowReady }))}
            onFilled={save}
            onStopped={(message) => stop(message === undefined ? undefined : { message })}
            onEnter={submit}
          />
          {failure && <SaveFailed {...failure} />}
          <div className="add-form__actions">
            <Button look="borderless" disabled={isSaving} onClick={onLeave}>
              Cancel
            </Button>
            <Button type="submit" isBusy={isBusy} disabled={!isReady && !isBusy}>
              Save
            </Button>
          </div>
        </form>
        <AddAside details={details} offered={offered} chosen={chosen} region={account.region} />
      </div>
    </>
  )
}

/** Why it was not saved, as far as the server says, and who can help. */
function SaveFailed({ message }: { message: string | null }) {
  const { phone, email } = useSupport()
  return (
    <Alert variant="error">
      {message ?? 'It appears something went wrong.'} Please contact us on <PhoneLink phone={phone} /> or
      email us on <a href={`mailto:${email}`}>{email}</a>
      {message ? ' if this goes on.' : '.'}
    </Alert>
  )
}

function leadOf({ repayments, repaymentSources }: RepaymentDetails): string {
  if (repaymentSources.length > 0) return 'Once it is saved you can set it as active.'
  const [rhythm, ...others] = new Set(repayments.map(({ frequency }) => frequency))
  const isOneRhythm = rhythm !== undefined && others.length === 0
  const plan = isOneRhythm ? `${frequencyWord(rhythm).toLowerCase()} plan` : 'school fee plan'
  return `Your payment method will be used for your ${plan}.`
}
