import { useRef, useState, type FormEvent } from 'react'
import type { Account } from '#contract/accounts.ts'
import type { Care } from '#contract/care.ts'
import {
  careDurations,
  careReasons,
  careRhythms,
  careWays,
  mostCareWords,
  type CareDuration,
  type CareReason,
  type CareRhythm,
  type CareWay,
} from '#domain/care.ts'
import { toDecimal } from '#domain/money.ts'
import { call } from '../../session/client.ts'
import { useDraft } from '../../session/draft.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { DraftNote } from '../../ui/alert/draft-note.tsx'
import { AmountInput } from '../../ui/amount-input/amount-input.tsx'
import { readAmount } from '../../ui/amount-input/amount-text.ts'
import { Button } from '../../ui/button/button.tsx'
import { NativeSelect } from '../../ui/select/native-select.tsx'
import { TextArea } from '../../ui/text-input/text-area.tsx'
import { CareContacts } from './care-contacts.tsx'
import { useCareAction } from './care-query.ts'
import { CareSteps } from './care-steps.tsx'
import { Chips } from './chips.tsx'

type Typed = {
  why: CareReason | null
  lasts: CareDuration | null
  amount: string
  every: CareRhythm | null
  reach: CareWay | null
  words: string
}
const nothing: Typed = { why: null, lasts: null, amount: '', every: null, reach: null, words: '' }

type Errors = { [Name in keyof Typed]?: string }

function errorsIn({ why, lasts, amount, reach, words }: Typed): Errors {
  return {
    ...(why === null && { why: 'Choose one. “I would rather not say” is fine.' }),
    ...(words.trim().length > mostCareWords && {
      words: `Please use at most ${mostCareWords.toLocaleString('en-AU')} characters.`,
    }),
    ...(lasts === null && { lasts: 'Choose one. “I do not know yet” is fine.' }),
    ...(readAmount(amount) === undefined && { amount: 'Enter an amount. 0 is fine.' }),
    ...(reach === null && { reach: 'Choose one.' }),
  }
}

const counts = ['', 'One answer is', 'Two answers are', 'Three answers are', 'Four answers are']

/** Four short questions. Sending them holds all payments at once. */
export function CareForm({ account, care }: { account: Account; care: Care }) {
  const { accountId, region } = account
  const [typed, setTyped, isKept] = useDraft<Typed>(accountId, 'care', nothing)
  const [errors, setErrors] = useState<Errors>({})
  const form = useRef<HTMLFormElement>(null)
  const { isBusy, problem, act } = useCareAction(accountId)
  const every = typed.every ?? usualRhythm(care)

  function change(part: Partial<Typed>) {
    setTyped((before) => ({ ...before, ...part }))
    setErrors((before) => {
      const left = { ...before }
      for (const name of Object.keys(part) as (keyof Typed)[]) delete left[name]
      return left
    })
  }

  function send(event: FormEvent) {
    event.preventDefault()
    const found = errorsIn(typed)
    setErrors(found)
    const { why, lasts, reach, words } = typed
    const amount = readAmount(typed.amount)
    if (Object.keys(found).length > 0 || !why || !lasts || !reach || amount === undefined) {
      focusFirstError(form)
      return
    }
    act(
      () =>
        call('POST /api/portal/customer/account/:accountId/care-request', {
          params: { accountId },
          body: {
            why,
            lasts,
            every,
            reach,
            amount: toDecimal(amount),
            words: words.trim() || null,
            textVersion: care.notesVersion,
          },
        }),
      () => {
        setTyped(nothing)
        window.scrollTo({ top: 0 })
      },
    )
  }

  const errorCount = Object.keys(errors).length
  return (
    <>
      {errorCount > 0 && (
        <Alert variant="error" title="We could not send it yet">
          {counts[errorCount] ?? `${errorCount} answers are`} missing or not right. They are marked below;
          nothing you wrote is lost.
        </Alert>
      )}
      {problem && (
        <Alert variant="error" title="We could not send it yet">
          {problem}
        </Alert>
      )}
      {isKept && <DraftNote onStartOver={() => setTyped(nothing)} />}
      <div className="split">
        <form className="stack stack--24" noValidate ref={form} onSubmit={send}>
          <section className="card stack stack--24" aria-labelledby="care-questions">
            <h2 id="care-questions" className="care__title">
              A few questions
            </h2>
            <div className="care__question stack stack--10">
              <Chips
                legend="What has changed?"
                name="why"
                options={careReasons}
                value={typed.why}
                error={errors.why}
                onChange={(why) => change({ why })}
              />
              <TextArea
                label="Anything we should know (optional)"
                hint="Please leave out medical details. We do not need them."
                placeholder="A sentence is enough"
                rows={3}
                value={typed.words}
                error={errors.words}
                onChange={({ currentTarget }) => change({ words: currentTarget.value })}
              />
            </div>
            <Chips
              legend="Until when, as far as you can tell?"
              name="lasts"
              options={careDurations}
              value={typed.lasts}
              error={errors.lasts}
              onChange={(lasts) => change({ lasts })}
            />
            <fieldset className="care__question stack stack--10">
              <legend className="field__label">What could you pay meanwhile?</legend>
              <div className="care__pair">
                <AmountInput
                  label="Amount (0 is an answer)"
                  region={region}
                  value={typed.amount}
                  error={errors.amount}
                  onChange={(amount) => change({ amount })}
                />
                <NativeSelect
                  label="How often"
                  options={(Object.entries(careRhythms) as [CareRhythm, string][]).map(([value, label]) => ({
                    value,
                    label,
                  }))}
                  value={every}
                  onChange={(chosen) => change({ every: chosen })}
                />
              </div>
            </fieldset>
            <Chips
              legend="How may we reach you?"
              name="reach"
              options={careWays}
              value={typed.reach}
              error={errors.reach}
              onChange={(reach) => change({ reach })}
            />
          </section>
          <div className="care__send row row--between">
            <span className="sm muted">No documents needed now.</span>
            <Button type="submit" size="large" isBusy={isBusy}>
              Send and hold my payments
            </Button>
          </div>
        </form>
        <div className="split__aside stack stack--24">
          <CareSteps care={care} region={region} />
          <CareContacts account={account} care={care} />
        </div>
      </div>
    </>
  )
}

function usualRhythm({ frequency }: Care): CareRhythm {
  return frequency === 'Week' || frequency === 'Fortnight' ? frequency : 'Month'
}

/** After the errors are on the page. */
function focusFirstError(form: { current: HTMLFormElement | null }) {
  requestAnimationFrame(() => {
    form.current?.querySelector<HTMLElement>('[data-invalid], [aria-invalid="true"]')?.focus()
  })
}
