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
import type { PaymentInput, MethodOffer, PaidWith, PaymentCalls } from '../payer.ts'
import { SourceChoice } from './source-choice.tsx'
import { OwnerCodeDialog } from '../code/owner-code-dialog.tsx'
import { useMethod } from './use-method.ts'
import type { PaymentHandle } from '../attempt/payment-progress.ts'
import { useWallets } from '../wallet/use-wallets.ts'
import { WalletChoice, WalletChoiceWaiting } from './wallet-choice.tsx'
import './method-step.css'

const title = 'Select payment method'

type MethodStepProps = {
  offer: MethodOffer
  input: PaymentInput
  calls: PaymentCalls
  payment: PaymentHandle
  onBack: () => void
  /** A parent's new card is saved first, and then charged like any saved one; a guest's is used once. */
  saveCard?: (cardToken: string) => Promise<PaidWith>
}

/** The second step of both pages: with what to pay, what that costs, and the press that does it. */
export function MethodStep({ offer, input, calls, payment, onBack, saveCard }: MethodStepProps) {
  const wallets = useWallets(offer.region)
  const method = useMethod({ offer, input, calls, payment, hasWallets: wallets !== 'absent', saveCard })
  const { choice, choose, source, newCard, ownerCode, isBusy, isSending, cost, label, whyNot, confirm } =
    method
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const isBarred = isOverDue(offer, input)
  const isBpay = choice === otherMethods.bpay

  return (
    <div className="stack stack--20">
      <div className="method-step__choices stack stack--14">
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <Choices
          legend={title}
          isLegendHidden
          hint={isBarred && offer.sources.length > 0 && barredSentence(offer)}
          value={choice}
          onChoose={choose}
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
            <WalletChoice offer={offer} input={input} calls={calls} payment={payment} />
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
      <AboutToPay region={offer.region} amount={input.amount} cost={cost} />
      {!isBpay && <ConsentLine schoolName={offer.schoolName} button={label} />}
      {source && <OwnerCodeDialog code={ownerCode} methodName={source.displayName} payLabel={label ?? ''} />}
      <MethodActions
        label={label}
        isCharge={!isBpay}
        isBusy={isBusy}
        whyNot={whyNot}
        isPaying={isSending}
        onBack={onBack}
        onConfirm={confirm}
      />
    </div>
  )
}

function barredSentence({ dueAmount, region }: MethodOffer): string {
  const due = dueAmount === undefined ? '' : ` (${formatMoney(toDecimal(dueAmount), region)})`
  return `A saved payment method can pay the amount due${due}, not more. Please enter a card to pay more.`
}
