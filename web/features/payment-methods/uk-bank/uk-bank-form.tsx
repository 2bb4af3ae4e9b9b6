import { useImperativeHandle, useRef, type Ref } from 'react'
import { guaranteeTitle, wholeGuarantee } from '#domain/payment-methods/direct-debit-guarantee.ts'
import { Button } from '../../../ui/button/button.tsx'
import { CautionIcon } from '../../../ui/icon/caution.tsx'
import { RefreshIcon } from '../../../ui/icon/refresh.tsx'
import { Bone, Skeleton } from '../../../ui/skeleton/skeleton.tsx'
import { useUkBankElement } from './use-uk-bank-element.ts'
import './uk-bank.css'

export type UkBankFormHandle = {
  /** Has the bank account set up. Either `onSetUp` follows, `onTrouble`, or the provider leads to /payments/complete. */
  confirm: () => void
}

type UkBankFormProps = {
  accountId: string
  /** The provider's form is there and filled in, or no longer. */
  onCompleteChange: (isComplete: boolean) => void
  /** Called once, with the id by which the provider knows the bank account. */
  onSetUp: (stripePaymentMethodId: string) => void
  /** A sentence for the customer. */
  onTrouble: (message: string) => void
  ref?: Ref<UkBankFormHandle>
}

/** The provider's own form for a UK bank account, with the Direct Debit Guarantee. */
export function UkBankForm({ accountId, ref, ...heard }: UkBankFormProps) {
  const frame = useRef<HTMLDivElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const { state, confirm, retry } = useUkBankElement(place, accountId, heard)
  useImperativeHandle(ref, () => ({ confirm: () => void confirm() }))
  return (
    <div className="stack stack--14">
      <div
        ref={frame}
        className={`uk-bank__frame uk-bank__frame--${state.step}`}
        role="group"
        aria-label="Secure bank form"
        tabIndex={-1}
      >
        <div ref={place} className="uk-bank__place" />
        {state.step === 'loading' && <FormSkeleton />}
        {state.step === 'lost' && (
          <Lost
            message={state.message}
            onRetry={() => {
              // The button disappears; focus continues from here.
              frame.current?.focus()
              retry()
            }}
          />
        )}
      </div>
      <p className="sm muted">
        Your payments are protected by the Direct Debit Guarantee. You will see Larkwell on your bank
        statement.
      </p>
      <details className="uk-bank__guarantee sm">
        <summary>{guaranteeTitle}</summary>
        <ul>
          {wholeGuarantee.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </details>
    </div>
  )
}

function Lost({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div className="uk-bank__lost stack stack--center center muted" role="alert">
      <CautionIcon />
      <p>
        <strong>Oops, something went wrong.</strong>
        <br />
        {message}
      </p>
      <Button look="secondary" icon={RefreshIcon} onClick={onRetry}>
        Retry
      </Button>
    </div>
  )
}

function FormSkeleton() {
  return (
    <div className="uk-bank__loading">
      <Skeleton label="Loading the bank form">
        <span className="uk-bank__bones">
          <FieldBones width="70px" />
          <FieldBones width="70px" isHalf />
          <FieldBones width="110px" isHalf />
          <FieldBones width="100px" />
          <FieldBones width="170px" />
          <FieldBones width="90px" isHalf />
          <FieldBones width="70px" isHalf />
        </span>
      </Skeleton>
    </div>
  )
}

function FieldBones({ width, isHalf = false }: { width: string; isHalf?: boolean }) {
  return (
    <span className={isHalf ? 'uk-bank__half' : undefined}>
      <Bone width={width} height={14} top={3} />
      <Bone height={48} top={9} />
    </span>
  )
}
