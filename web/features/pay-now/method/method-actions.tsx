import { useId } from 'react'
import { Button } from '../../../ui/button/button.tsx'
import { LockIcon } from '../../../ui/icon/lock.tsx'

type MethodActionsProps = {
  /** Null where the wallet of a device has buttons of its own. */
  label: string | null
  /** The press moves money. */
  isCharge: boolean
  isBusy: boolean
  /** The reason why nothing can be confirmed yet. */
  whyNot: string | null
  /** The payment is on its way, and nothing can be done about it here. */
  isPaying: boolean
  onBack: () => void
  onConfirm: () => void
}

export function MethodActions({
  label,
  isCharge,
  isBusy,
  whyNot,
  isPaying,
  onBack,
  onConfirm,
}: MethodActionsProps) {
  const id = useId()
  return (
    <div className="stack stack--10">
      {label && whyNot && (
        <p className="sm muted" id={id}>
          {whyNot}
        </p>
      )}
      <div className="method-actions__buttons">
        <Button look="secondary" size="large" disabled={isPaying} onClick={onBack}>
          Back
        </Button>
        {label && (
          <Button
            size="large"
            icon={isCharge ? LockIcon : undefined}
            isBusy={isBusy}
            disabled={whyNot !== null}
            aria-describedby={whyNot === null ? undefined : id}
            onClick={onConfirm}
          >
            {label}
          </Button>
        )}
      </div>
      <p className="sr" role="status">
        {label && isPaying && 'Sending your payment'}
      </p>
    </div>
  )
}
