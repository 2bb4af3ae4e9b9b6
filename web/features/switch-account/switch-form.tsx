import { useEffect, useRef } from 'react'
import { addMonthsClamped, calendarDate } from '#domain/calendar/calendar.ts'
import { addressHistoryYears } from '#domain/switch-account.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { Button, LinkButton } from '../../ui/button/button.tsx'
import { Checkbox } from '../../ui/checkbox/checkbox.tsx'
import { Consent } from '../../ui/checkbox/consent.tsx'
import { DateInput } from '../../ui/date-input/date-input.tsx'
import { useModal } from '../../ui/modal/use-modal.ts'
import { AddressEntry } from '../address-entry/address-entry.tsx'
import { ConfirmText } from './confirm-text.tsx'
import { useSwitch, type SwitchInput } from './use-switch.ts'
import { WhyCollect, WhyCreditCheck } from './why-dialogs.tsx'

export function SwitchForm({ confirmText, ...input }: SwitchInput & { confirmText: string }) {
  const { today } = input.details
  const { form, errors, isBusy, notice, stops, change, submit } = useSwitch(input)
  const whyCollect = useModal()
  const whyCreditCheck = useModal()
  const button = useRef<HTMLButtonElement>(null)
  const box = useFirstError(stops, isBusy)

  return (
    <form
      className="card switch-form stack stack--24"
      aria-labelledby="your-details"
      noValidate
      ref={box}
      onSubmit={(event) => {
        event.preventDefault()
        if (isBusy) return
        // The form is disabled while it is sent, so move the focus out of it.
        if (submit()) button.current?.focus()
      }}
    >
      <div className="stack stack--24" inert={isBusy}>
        <div className="row row--between">
          <h2 id="your-details">Your details</h2>
          <span className="sm">
            <LinkButton onClick={whyCollect.show}>Why are we collecting this information?</LinkButton>
          </span>
        </div>
        <div className="switch-form__date">
          <DateInput
            label="Date of birth"
            required
            autoComplete="bday"
            max={today}
            opensAt={addMonthsClamped(calendarDate(today), -usualAgeMonths)}
            value={form.birthDate}
            error={errors.birthDate}
            onChange={(birthDate) => change({ birthDate })}
            onText={(birthText) => change({ birthText })}
          />
        </div>
        <AddressEntry
          label="Current address"
          required
          value={form.currentAddress}
          error={errors.currentAddress}
          onChange={(currentAddress) => change({ currentAddress })}
        />
        <Checkbox
          label={`I've lived here less than ${addressHistoryYears} years`}
          isChecked={form.isShortStay}
          onChange={(isShortStay) => change({ isShortStay })}
        />
        {/* Kept, so that what was typed survives a change of mind. */}
        <div hidden={!form.isShortStay}>
          <AddressEntry
            label="Previous address"
            required
            value={form.previousAddress}
            error={errors.previousAddress}
            onChange={(previousAddress) => change({ previousAddress })}
          />
        </div>
        <Consent
          label={input.agreementText}
          isChecked={form.isAgreed}
          onChange={(isAgreed) => change({ isAgreed })}
        >
          <span className="sm">
            <LinkButton onClick={whyCreditCheck.show}>Why do we need this?</LinkButton>
          </span>
        </Consent>
      </div>
      {notice && <Alert variant="error">{notice}</Alert>}
      <Button type="submit" size="large" isBlock isBusy={isBusy} ref={button}>
        Confirm switch
      </Button>
      <ConfirmText text={confirmText} />
      <WhyCollect isOpen={whyCollect.isOpen} onHide={whyCollect.hide} />
      <WhyCreditCheck isOpen={whyCreditCheck.isOpen} onHide={whyCreditCheck.hide} />
    </form>
  )
}

/** The calendar opens near the usual age of parents. */
const usualAgeMonths = 40 * 12

/** The focus moves to the first field with an error, found by the page or the server. */
function useFirstError(stops: number, isBusy: boolean) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (stops === 0 || isBusy) return
    const part = form.current?.querySelector('.field__error')?.closest('.field, fieldset')
    part?.querySelector<HTMLElement>('input, select')?.focus()
  }, [stops, isBusy])
  return form
}
