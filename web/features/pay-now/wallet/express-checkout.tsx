import { useRef, useState } from 'react'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { RefreshIcon } from '../../../ui/icon/refresh.tsx'
import { Bone, Skeleton } from '../../../ui/skeleton/skeleton.tsx'
import type { PaymentInput, MethodOffer, PaymentCalls } from '../payer.ts'
import type { PaymentHandle } from '../attempt/payment-progress.ts'
import { useWalletElement } from './use-wallet-element.ts'
import { verifyWallet } from './verify-wallet.ts'
import type { WalletConfirmation } from './wallet-element.ts'
import { forgetWalletSession } from './wallet-session.ts'
import './express.css'

type ExpressCheckoutProps = {
  offer: MethodOffer
  input: PaymentInput
  calls: PaymentCalls
  payment: PaymentHandle
}

/** The wallet buttons, within the card of their choice. Their own sheet confirms and pays. */
export function ExpressCheckout({ input, payment, ...rest }: ExpressCheckoutProps) {
  const group = useRef<HTMLDivElement>(null)
  const [trouble, setTrouble] = useState<string | null>(null)
  const [round, setRound] = useState(1)
  return (
    <div
      className="stack stack--14"
      ref={group}
      role="group"
      aria-label="Apple Pay and Google Pay"
      tabIndex={-1}
    >
      {rest.offer.cardSurcharges.length > 0 && (
        <p className="sm muted">
          No surcharge applies to Apple Pay and Google Pay: which card they use is known only once you
          confirm.
        </p>
      )}
      <WalletButtons
        {...rest}
        // Each set of buttons pays one sum in one session.
        key={`${payment.attemptId} ${input.schoolId} ${input.amount} ${round}`}
        input={input}
        payment={payment}
        trouble={trouble}
        onTrouble={setTrouble}
        onOpenAnew={() => setRound(round + 1)}
        onRetry={() => {
          setTrouble(null)
          setRound(round + 1)
          // The button disappears; focus continues from here.
          group.current?.focus()
        }}
      />
    </div>
  )
}

type WalletButtonsProps = ExpressCheckoutProps & {
  /** Why the last try did not pay; it outlives the buttons that it was made with. */
  trouble: string | null
  onTrouble: (message: string | null) => void
  /** These buttons are of no use any more. */
  onOpenAnew: () => void
  onRetry: () => void
}

function WalletButtons({ offer, input, calls, payment, trouble, ...heard }: WalletButtonsProps) {
  const { onTrouble, onOpenAnew, onRetry } = heard
  const place = useRef<HTMLDivElement>(null)
  // A ref, not state: an open sheet keeps its buttons, whatever changes around it.
  const isConfirming = useRef(false)
  const { attemptId } = payment
  const state = useWalletElement(
    place,
    { region: offer.region, input, calls, attemptId },
    {
      onConfirm: (confirmation) => void pay(confirmation),
      onPaidBefore: (checkoutSessionId) => payment.recordSession(checkoutSessionId),
      onLookChange: () => isConfirming.current || onOpenAnew(),
    },
  )

  async function pay({ event, checkoutSessionId, confirm }: WalletConfirmation): Promise<void> {
    if (isConfirming.current) return
    isConfirming.current = true
    onTrouble(null)
    const { expressPaymentType } = event
    const verdict = await verifyWallet(calls, input, { checkoutSessionId, expressPaymentType }, attemptId)
    if (verdict.mayPay) {
      await payment.payByWallet(checkoutSessionId, async () => {
        const outcome = await confirm()
        if (outcome.kind === 'declined') onTrouble(outcome.message)
        return outcome.kind
      })
    } else {
      event.paymentFailed({ reason: 'fail', message: verdict.message })
      onTrouble(verdict.message)
    }
    isConfirming.current = false
    if (!verdict.mayPay && verdict.isOver) {
      forgetWalletSession()
      onOpenAnew()
    }
  }

  const isPaying = payment.progress.at === 'paying'
  return (
    <>
      {trouble && state.step !== 'lost' && <Alert variant="error">{trouble}</Alert>}
      {state.step === 'lost' && (
        <Alert
          variant="error"
          action={
            <Button look="secondary" size="small" icon={RefreshIcon} onClick={onRetry}>
              Retry
            </Button>
          }
        >
          {state.message}
        </Alert>
      )}
      {state.step === 'none' && (
        <Alert variant="info">
          This device has no Apple Pay or Google Pay set up. Choose another method.
        </Alert>
      )}
      <div className={`express__buttons express__buttons--${state.step}`}>
        <div ref={place} className="express__place" inert={isPaying} />
        {state.step === 'loading' && <ButtonBones />}
      </div>
      <p className="sr" role="status">
        {isPaying && 'Finishing your payment'}
      </p>
    </>
  )
}

function ButtonBones() {
  return (
    <div className="express__loading">
      <Skeleton label="Loading Apple Pay and Google Pay">
        <span className="express__bones">
          <Bone height={48} />
          <Bone height={48} />
        </span>
      </Skeleton>
    </div>
  )
}
