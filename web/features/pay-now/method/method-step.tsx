import { useEffect, useRef } from 'react'
import { toDecimal } from '#domain/money.ts'
import { Choices } from '../../../ui/choice/choice.tsx'
import { formatMoney } from '../../../ui/money/money.tsx'
import { AboutToPay } from './about-to-pay.tsx'
import { BpayChoice } from './bpay-choice.tsx'
import { CardChoice } from './card-choice.tsx'
import { ConsentLine } from './consent-line.tsx'
import { MethodActions } from './method-actions.tsx'
import { isOverDue, otherMethods } from './method-offer.ts'
import type { AmountWish, MethodOffer, PaidWith, PaymentCalls } from '../payer.ts'
import { SourceChoice } from './source-choice.tsx'
import { keepChoice, useMethodChoice } from './use-method-choice.ts'
import { OwnerCodeDialog } from '../code/owner-code-dialog.tsx'
import { useOwnerCode } from '../code/use-owner-code.ts'
import { useNewCard } from './use-new-card.ts'
import type { PaymentAbout, PaymentHandle } from '../attempt/payment-progress.ts'
import { useWallets } from '../wallet/use-wallets.ts'
import { WalletChoice, WalletChoiceWaiting } from './wallet-choice.tsx'
import './method-step.css'

const title = 'Select payment method'
const chargeLabel = 'Confirm and pay'

type MethodStepProps = {
  offer: MethodOffer
  wish: AmountWish
  calls: PaymentCalls
  payment: PaymentHandle
  onBack: () => void
  /** A parent's new card is saved first, and then charged like any saved one; a guest's is used once. */
  saveCard?: (cardToken: string) => Promise<PaidWith>
}

/** The second step of both pages: with what to pay, what that costs, and the press that does it. */
export function MethodStep({ offer, wish, calls, payment, onBack, saveCard }: MethodStepProps) {
  const { progress, payFor } = payment
  const wallets = useWallets(offer.region)
  const isPaying = progress.at === 'paying'
  const [choice, choose] = useMethodChoice(payFor, offer, wish, wallets !== 'absent', isPaying)
  const newCard = useNewCard((cardToken) =>
    payment.pay(
      wish,
      saveCard ? async () => keep(await saveCard(cardToken)) : { cardToken },
      aboutPayment('New card'),
    ),
  )
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])

  const isBarred = isOverDue(offer, wish)
  const isBpay = choice === otherMethods.bpay
  const isWallet = choice === otherMethods.wallet
  const source = offer.sources.find(({ id }) => id === choice)
  const ownerCode = useOwnerCode(payFor, calls.codes, source !== undefined)
  const isBusy = isPaying || newCard.isChecking || ownerCode.isAsking

  function aboutPayment(methodName: string): PaymentAbout {
    return { schoolName: offer.schoolName, methodName }
  }

  function keep(saved: PaidWith): PaidWith {
    if ('sourceId' in saved) keepChoice(payFor, saved.sourceId)
    return saved
  }

  function confirm(): void {
    if (isBpay) payment.showBpaySteps(wish)
    else if (source)
      ownerCode.unlock(() => payment.pay(wish, { sourceId: source.id }, aboutPayment(source.displayName)))
    else newCard.checkOut()
  }

  function whyNot(): string | null {
    if (isBusy) return null
    if (choice === null) return 'Choose a payment method to go on.'
    if (choice === otherMethods.newCard && !newCard.isValid) return 'Enter your card details to go on.'
    return null
  }

  return (
    <div className="method-step">
      <div className="method-step__choices">
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <Choices
          legend={title}
          isLegendHidden
          hint={isBarred && offer.sources.length > 0 && barredSentence(offer)}
          value={choice}
          onChoose={(chosen) => {
            if (isBusy) return
            newCard.forget()
            choose(chosen)
          }}
        >
          {offer.sources.map((each) => (
            <SourceChoice
              key={each.id}
              source={each}
              offer={offer}
              isBarred={isBarred}
              condition={ownerCode.condition}
            />
          ))}
          {offer.bpay && <BpayChoice bpay={offer.bpay} />}
          {wallets === 'loading' && <WalletChoiceWaiting />}
          {wallets === 'offered' && (
            <WalletChoice offer={offer} wish={wish} calls={calls} payment={payment} />
          )}
          <CardChoice {...newCard.form} offer={offer} isSaved={saveCard !== undefined} isBusy={isBusy} />
        </Choices>
      </div>
      <AboutToPay offer={offer} amount={wish.amount} source={source} isByCard={!isBpay && !isWallet} />
      {!isBpay && <ConsentLine schoolName={offer.schoolName} button={isWallet ? null : chargeLabel} />}
      {source && <OwnerCodeDialog code={ownerCode} methodName={source.displayName} payLabel={chargeLabel} />}
      <MethodActions
        label={labelOf(choice)}
        isCharge={!isBpay}
        isBusy={isBusy}
        whyNot={whyNot()}
        isPaying={isPaying}
        onBack={onBack}
        onConfirm={confirm}
      />
    </div>
  )
}

function labelOf(choice: string | null): string | null {
  if (choice === otherMethods.wallet) return null
  return choice === otherMethods.bpay ? 'Confirm' : chargeLabel
}

function barredSentence({ dueAmount, region }: MethodOffer): string {
  const due = dueAmount === undefined ? '' : ` (${formatMoney(toDecimal(dueAmount), region)})`
  return `A saved payment method can pay the amount due${due}, not more. Please enter a card to pay more.`
}
