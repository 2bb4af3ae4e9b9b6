import { useRef, useState } from 'react'
import type { Account } from '#contract/accounts.ts'
import type { PaymentPage } from '#contract/pay-now.ts'
import type { RepaymentSource } from '#contract/payment-methods.ts'
import { formatDate } from '#domain/calendar/calendar.ts'
import { cents, formatNumber, toDecimal } from '#domain/money.ts'
import { useStaffRefusal } from '../../../session/staff-refusal.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { readAmount } from '../../../ui/amount-input/amount-text.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Choices } from '../../../ui/choice/choice.tsx'
import { LockIcon } from '../../../ui/icon/lock.tsx'
import { formatMoney } from '../../../ui/money/money.tsx'
import type { PaymentHandle } from '../../pay-now/attempt/payment-progress.ts'
import { useSaveCard } from '../../pay-now/early/use-save-card.ts'
import { CardChoice } from '../../pay-now/method/card-choice.tsx'
import { ConsentLine } from '../../pay-now/method/consent-line.tsx'
import { withoutBpay } from '../../pay-now/method/method-offer.ts'
import { SourceChoice } from '../../pay-now/method/source-choice.tsx'
import { percentageOf } from '../../pay-now/method/surcharge-text.ts'
import { useMethod } from '../../pay-now/method/use-method.ts'
import type { MethodOffer, PaymentCalls } from '../../pay-now/payer.ts'
import type { RunningPlan } from '../use-flexible.ts'
import { ExtraAside } from './extra-aside.tsx'
import { outcomeOf, type ExtraDraft } from './extra-draft.ts'
import { arrivalOf, previewsOf, quickAmounts, scopeOf, problemOf } from './extra-preview.ts'
import { HowMuch } from './how-much.tsx'
import { OutcomePicks } from './outcome-picks.tsx'
import '../../../ui/split/split.css'
import '../../pay-now/method/method-step.css'

type ExtraFormProps = {
  account: Account
  plan: RunningPlan
  page: PaymentPage
  draft: ExtraDraft
  onDraft: (draft: ExtraDraft) => void
  calls: PaymentCalls
  payment: PaymentHandle
  tellNews: () => void
  onRenewCardForm: () => void
}

/** The amount, the outcome and the payment method. */
export function ExtraForm(props: ExtraFormProps) {
  const { account, plan, draft, onDraft, calls, payment } = props
  const { accountId, region } = account
  const { today } = plan.facts.offer
  const refusal = useStaffRefusal('POST /api/portal/customer/account/:accountId/payments')
  const saveCard = useSaveCard(accountId, props.tellNews)
  const [hasLeft, setLeft] = useState(draft.amount !== null)
  const field = useRef<HTMLDivElement>(null)
  const money = (decimal: number) => formatMoney(decimal, region)

  const offer = offerOf(props)
  // The method decides when the money counts, and so how much is left by then.
  const whole = scopeOf(plan, today)
  const typed = draft.amount ?? formatNumber(toDecimal(quickAmounts(whole)[0]?.amount ?? whole.most))
  const amount = readAmount(typed)
  const method = useMethod({
    offer,
    input: { amount: amount ?? cents(0), schoolId: offer.schoolId, reason: null, description: null },
    calls,
    payment,
    hasWallets: false,
    saveCard,
  })
  const isDebit = method.source?.type === 'BankAccount'
  const scope = isDebit ? scopeOf(plan, arrivalOf(today, plan.facts.material.calendar)) : whole
  const trouble = problemOf(amount, scope, money)
  const previews = amount !== undefined && !trouble ? previewsOf(scope, amount) : []
  const outcome = outcomeOf(draft)
  const preview = previews.find((each) => each.outcome === outcome)
  const isAll = preview !== undefined && preview.effect.next === null

  function pay() {
    setLeft(true)
    if (trouble) return field.current?.querySelector('input')?.focus()
    method.confirm()
  }

  return (
    <div className="split">
      <form
        className="stack stack--24"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setLeft(true)
        }}
      >
        {refusal && <Alert variant="caution">{refusal}</Alert>}
        {plan.flexible.extraOnItsWay !== undefined && (
          <Alert variant="info">
            {money(toDecimal(cents(plan.flexible.extraOnItsWay)))} that you have paid extra is on its way. It
            is not counted here yet.
          </Alert>
        )}
        <HowMuch
          ref={field}
          scope={scope}
          amount={typed}
          error={hasLeft ? trouble : undefined}
          disabled={method.isBusy}
          onAmount={(text) => onDraft({ ...draft, amount: text })}
          onLeave={() => setLeft(true)}
        />
        <section className="card extra-card stack" aria-labelledby="extra-does">
          <h2 id="extra-does">What it does</h2>
          {isAll && <p>It pays everything that is left. Your plan is then paid in full.</p>}
          {!preview && <p className="muted">Enter an amount above to see what it does.</p>}
          {preview && !isAll && (
            <OutcomePicks
              scope={scope}
              previews={previews}
              value={outcome}
              disabled={method.isBusy}
              onChoose={(chosen) => onDraft({ ...draft, outcome: chosen })}
            />
          )}
        </section>
        <section className="card extra-card stack" aria-labelledby="extra-from">
          <h2 id="extra-from">Pay from</h2>
          <Choices legend="Pay from" isLegendHidden value={method.choice} onChoose={method.choose}>
            {offer.sources.map((source) => (
              <SourceChoice key={source.id} source={source} offer={offer} isBarred={false} condition={null} />
            ))}
            <CardChoice
              {...method.newCard.form}
              offer={offer}
              isSaved
              isBusy={method.isBusy}
              isHeld={method.newCard.isHeld}
            />
          </Choices>
        </section>
      </form>
      <ExtraAside
        plan={plan}
        scope={scope}
        amount={amount ?? cents(0)}
        surcharge={method.cost.surcharge}
        preview={preview}
        isDebit={isDebit}
      >
        {method.whyNot !== null && (
          <p className="sm muted" id="extra-why-not">
            {method.whyNot}
          </p>
        )}
        <Button
          size="large"
          isBlock
          icon={LockIcon}
          isBusy={method.isBusy}
          disabled={method.whyNot !== null || Boolean(refusal)}
          aria-describedby={method.whyNot === null ? undefined : 'extra-why-not'}
          onClick={pay}
        >
          {trouble ? 'Pay' : method.label}
        </Button>
        <p className="sr" role="status">
          {method.isSending && 'Sending your payment'}
        </p>
        <ConsentLine schoolName={offer.schoolName} button={trouble ? 'Pay' : method.label} />
      </ExtraAside>
    </div>
  )
}

/** A payment by BPAY, or by the wallet of a device, cannot say what it is for. */
function offerOf({
  account,
  plan,
  page,
  onRenewCardForm,
}: ExtraFormProps): MethodOffer & { schoolId: string } {
  const { region } = account
  const { institutionId } = plan.facts.material
  const school = page.institutions.find(({ id }) => id === institutionId)
  const cardSurcharges = school?.cardSurcharges ?? []
  const arrival = formatDate(arrivalOf(plan.facts.offer.today, plan.facts.material.calendar))
  return {
    region,
    schoolId: institutionId,
    schoolName: school?.name ?? account.institutionName,
    cardSurcharges,
    sources: withoutBpay(page.repaymentSources),
    bpay: null,
    tokenizationUrl: page.tokenizationUrl,
    onRenewCardForm,
    hintOf: (source: RepaymentSource) => {
      if (source.type === 'BankAccount') return `Direct debit, leaves your account by ${arrival}`
      const percentage = percentageOf(source, { cardSurcharges })
      return `At once, ${percentage === '0%' ? 'no surcharge' : `${percentage} surcharge`}`
    },
  }
}
