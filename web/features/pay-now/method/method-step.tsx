import { useEffect, useRef, useState } from 'react'
import { cents, toDecimal, type Cents } from '#domain/money.ts'
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
import { costOf, percentageFor, type Chosen, type Cost } from './surcharge-text.ts'
import { keepChoice, useMethodChoice } from './use-method-choice.ts'
import { OwnerCodeDialog } from '../code/owner-code-dialog.tsx'
import { useOwnerCode } from '../code/use-owner-code.ts'
import { useNewCard } from './use-new-card.ts'
import type { PaymentAbout, PaymentHandle } from '../attempt/payment-progress.ts'
import { useWallets } from '../wallet/use-wallets.ts'
import { WalletChoice, WalletChoiceWaiting } from './wallet-choice.tsx'
import './method-step.css'

const title = 'Select payment method'

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
  // What was pressed last: another total that the server asks for is meant for that.
  const [pressed, setPressed] = useState<string | null>(null)
  const askedTotal = progress.at === 'open' && pressed === choice ? progress.total : undefined
  const newCard = useNewCard({
    onToken: (cardToken, total) =>
      payment.pay(
        { ...wish, total },
        saveCard ? async () => keep(await saveCard(cardToken)) : { cardToken },
        aboutPayment('New card'),
      ),
    onSubmit: () => {
      if (!isBusy && whyNot() === null) confirm()
    },
    isAskedAgain: askedTotal !== undefined,
  })
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])

  const isBarred = isOverDue(offer, wish)
  const isBpay = choice === otherMethods.bpay
  const source = offer.sources.find(({ id }) => id === choice)
  const ownerCode = useOwnerCode(payFor, calls.codes, source !== undefined)
  const isBusy = isPaying || newCard.isChecking || ownerCode.isAsking
  const cost = withAskedTotal(costOf(chosen(), offer, wish.amount), askedTotal, wish.amount)
  const label = labelOf(choice, formatMoney(toDecimal(cost.total), offer.region))

  function chosen(): Chosen {
    if (source) return { kind: 'saved', source }
    if (choice === otherMethods.newCard) {
      const { card } = newCard
      return card.brand === 'unknown' ? { kind: 'none' } : { kind: 'typed', card }
    }
    return { kind: choice === null ? 'none' : 'free' }
  }

  function aboutPayment(methodName: string): PaymentAbout {
    return { schoolName: offer.schoolName, methodName }
  }

  function keep(saved: PaidWith): PaidWith {
    if ('sourceId' in saved) {
      keepChoice(payFor, saved.sourceId)
      setPressed(saved.sourceId)
    }
    return saved
  }

  function confirm(): void {
    const { total } = cost
    setPressed(choice)
    if (isBpay) payment.showBpaySteps(wish)
    else if (source)
      ownerCode.unlock(() =>
        payment.pay({ ...wish, total }, { sourceId: source.id }, aboutPayment(source.displayName)),
      )
    else newCard.checkOut(total)
  }

  function whyNot(): string | null {
    if (isBusy) return null
    if (choice === null) return 'Choose a payment method to go on.'
    if (choice !== otherMethods.newCard) return null
    if (!newCard.isValid) return 'Enter your card details to go on.'
    // Until then the button might promise another total than the one that is taken.
    if (newCard.card.isPending) return 'One moment: we are checking what this card costs.'
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
          onChoose={(method) => {
            if (!isBusy) choose(method)
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
          <CardChoice
            {...newCard.form}
            offer={offer}
            isSaved={saveCard !== undefined}
            isBusy={isBusy}
            isHeld={newCard.isHeld}
          />
        </Choices>
      </div>
      <AboutToPay region={offer.region} amount={wish.amount} cost={cost} />
      {!isBpay && <ConsentLine schoolName={offer.schoolName} button={label} />}
      {source && <OwnerCodeDialog code={ownerCode} methodName={source.displayName} payLabel={label ?? ''} />}
      <MethodActions
        label={label}
        isCharge={!isBpay}
        isBusy={isBusy}
        whyNot={whyNot()}
        isPaying={isPaying || newCard.isChecking}
        onBack={onBack}
        onConfirm={confirm}
      />
    </div>
  )
}

function labelOf(choice: string | null, total: string): string | null {
  if (choice === otherMethods.wallet) return null
  return choice === otherMethods.bpay ? 'Confirm' : `Pay ${total}`
}

/** The server has said what it comes to, which counts before what this page works out. */
function withAskedTotal(cost: Cost, total: Cents | undefined, amount: Cents): Cost {
  if (total === undefined || total === cost.total) return cost
  const surcharge = cents(total - amount)
  return { ...cost, total, surcharge, percentage: percentageFor(surcharge, amount) }
}

function barredSentence({ dueAmount, region }: MethodOffer): string {
  const due = dueAmount === undefined ? '' : ` (${formatMoney(toDecimal(dueAmount), region)})`
  return `A saved payment method can pay the amount due${due}, not more. Please enter a card to pay more.`
}
