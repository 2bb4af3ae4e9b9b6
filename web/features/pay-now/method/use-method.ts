import { useState } from 'react'
import { cents, toDecimal, type Cents } from '#domain/money.ts'
import { formatMoney } from '../../../ui/money/money.tsx'
import type { PaymentAbout, PaymentHandle } from '../attempt/payment-progress.ts'
import { useOwnerCode } from '../code/use-owner-code.ts'
import type { PaymentInput, MethodOffer, PaidWith, PaymentCalls } from '../payer.ts'
import { otherMethods } from './method-offer.ts'
import { costOf, percentageFor, type Chosen, type Cost } from './surcharge-text.ts'
import { keepChoice, useMethodChoice } from './use-method-choice.ts'
import { useNewCard } from './use-new-card.ts'

type MethodQuestion = {
  offer: MethodOffer
  input: PaymentInput
  calls: PaymentCalls
  payment: PaymentHandle
  hasWallets: boolean
  /** A parent's new card is saved first, and then charged like any saved one; a guest's is used once. */
  saveCard?: ((cardToken: string) => Promise<PaidWith>) | undefined
}

/** What is chosen to pay with, what that costs, and the press that does it. */
export function useMethod({ offer, input, calls, payment, hasWallets, saveCard }: MethodQuestion) {
  const { progress, payFor } = payment
  const isPaying = progress.at === 'paying'
  const [choice, choose] = useMethodChoice(payFor, offer, input, hasWallets, isPaying)
  // What was pressed last: another total that the server asks for is meant for that.
  const [pressed, setPressed] = useState<string | null>(null)
  const askedTotal = progress.at === 'open' && pressed === choice ? progress.total : undefined
  const newCard = useNewCard({
    onToken: (cardToken, total) =>
      payment.pay(
        { ...input, total },
        saveCard ? async () => keep(await saveCard(cardToken)) : { cardToken },
        aboutPayment('New card'),
      ),
    onSubmit: () => {
      if (!isBusy && whyNot() === null) confirm()
    },
    isAskedAgain: askedTotal !== undefined,
  })
  const isBpay = choice === otherMethods.bpay
  const source = offer.sources.find(({ id }) => id === choice)
  const ownerCode = useOwnerCode(payFor, calls.codes, source !== undefined)
  const isBusy = isPaying || newCard.isChecking || ownerCode.isAsking
  const cost = withAskedTotal(costOf(chosen(), offer, input.amount), askedTotal, input.amount)
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
    if (isBpay) payment.showBpaySteps(input)
    else if (source)
      ownerCode.unlock(() =>
        payment.pay({ ...input, total }, { sourceId: source.id }, aboutPayment(source.displayName)),
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

  return {
    choice,
    choose: (method: string) => {
      if (!isBusy) choose(method)
    },
    source,
    newCard,
    ownerCode,
    isBusy,
    /** The payment is on its way, and nothing can be done about it here. */
    isSending: isPaying || newCard.isChecking,
    cost,
    label,
    whyNot: whyNot(),
    confirm,
  }
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
