import { useRef, useState } from 'react'
import type { Account } from '#contract/accounts.ts'
import type { RepaymentDetails } from '#contract/payment-methods.ts'
import type { MethodKind } from '#domain/payment-methods/payment-methods.ts'
import { frequencyWord } from '#domain/plan/payment-schedule.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { ArrowLeftIcon } from '../../../ui/icon/arrow-left.tsx'
import { PageHeader } from '../../../ui/page-header/page-header.tsx'
import { AddAside } from './add-aside.tsx'
import { MethodChoices } from './method-choices.tsx'
import type { MethodFormHandle } from './method-form.ts'
import { offeredMethods } from '../offered-methods.ts'
import { useAddMethod } from './use-add-method.ts'
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
  const [isReady, setReady] = useState(false)
  const { progress, failure, start, stop, save } = useAddMethod(account.accountId, onAdded)
  const form = useRef<MethodFormHandle>(null)
  const isBusy = progress !== 'open'
  // What is on its way to be saved cannot be called back.
  const isSaving = progress === 'saving'

  function choose(kind: MethodKind): void {
    if (isBusy) return
    setReady(false)
    stop()
    setChosen(kind)
  }

  return (
    <>
      <div className="add-head">
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
          className="card add-form"
          aria-label="Add payment method"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (isReady) start(() => form.current?.submit())
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
            onReadyChange={setReady}
            onFilled={save}
            onStopped={stop}
          />
          {failure && <Alert variant="error">{failure}</Alert>}
          <div className="add-form__actions">
            <Button look="borderless" disabled={isSaving} onClick={onLeave}>
              Cancel
            </Button>
            <Button type="submit" isBusy={isBusy} disabled={!isReady && !isBusy}>
              Save
            </Button>
          </div>
        </form>
        <AddAside details={details} offered={offered} region={account.region} />
      </div>
    </>
  )
}

function leadOf({ repayments, repaymentSources }: RepaymentDetails): string {
  if (repaymentSources.length > 0) return 'Once it is saved you can set it as active.'
  const [rhythm, ...others] = new Set(repayments.map(({ frequency }) => frequency))
  const isOneRhythm = rhythm !== undefined && others.length === 0
  const plan = isOneRhythm ? `${frequencyWord(rhythm).toLowerCase()} plan` : 'school fee plan'
  return `Your payment method will be used for your ${plan}.`
}
