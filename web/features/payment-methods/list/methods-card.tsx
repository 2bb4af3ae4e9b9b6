import { useRef, type ComponentProps } from 'react'
import type { Account } from '#contract/accounts.ts'
import type { RepaymentDetails } from '#contract/payment-methods.ts'
import { isMethodLocked, methodActions } from '#domain/payment-methods/method-actions.ts'
import { useSupport } from '../../../session/settings.ts'
import { Button } from '../../../ui/button/button.tsx'
import { PlusIcon } from '../../../ui/icon/plus.tsx'
import { useModalAbout } from '../../../ui/modal/use-modal.ts'
import { regainFocus } from '../../../ui/modal/regain-focus.ts'
import { ActivateDialog } from './activate-dialog.tsx'
import type { MethodQuestion } from './method-question.ts'
import { MethodRow } from './method-row.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { PhoneLink } from '../../../ui/phone-link/phone-link.tsx'

type MethodsCardProps = {
  account: Account
  details: RepaymentDetails
  /** Undefined where nothing may be added. */
  addButton: Pick<ComponentProps<typeof Button>, 'onClick' | 'onFocus' | 'onPointerEnter'> | undefined
  /** Staff look at it in the customer's place. */
  isReadOnly: boolean
}

export function MethodsCard({ account, details, addButton, isReadOnly }: MethodsCardProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const activation = useModalAbout<MethodQuestion>()
  const removal = useModalAbout<MethodQuestion>()
  const { phone } = useSupport()
  const mayUpdate = account.config.allowRepaymentSourceUpdates && !isReadOnly
  const methods = details.repaymentSources.map((method) => ({
    method,
    standing: methodActions(method, details, mayUpdate),
  }))
  const hasOther = methods.some(({ standing }) => standing.canActivate)
  const onClosed = (opener: Element) => regainFocus(opener, heading)
  return (
    <section className="card card--flush" aria-labelledby="payment-methods">
      <div className="card__head methods__head">
        <h2 id="payment-methods" tabIndex={-1} ref={heading}>
          Payment methods
        </h2>
        {addButton && (
          <Button look="tertiary" size="small" icon={PlusIcon} aria-label="Add payment method" {...addButton}>
            Add<span className="hide-narrow"> payment method</span>
          </Button>
        )}
      </div>
      <ul className="methods">
        {methods.map(({ method, standing }) => (
          <MethodRow
            key={method.id}
            account={account}
            details={details}
            method={method}
            standing={standing}
            ways={{
              isNeeded: standing.isActive || standing.appliesFrom !== null,
              canAdd: addButton !== undefined,
              canRemove: standing.canRemove,
              hasOther,
              phone,
            }}
            onActivate={(opener) => activation.show({ method, details, opener })}
            onRemove={(opener) => removal.show({ method, details, opener })}
          />
        ))}
      </ul>
      {mayUpdate && methods.length > 1 && isMethodLocked(details) && (
        <p className="methods__note sm muted">
          Your plan keeps its payment method at the moment. Please contact us on <PhoneLink phone={phone} />{' '}
          if you want to change it.
        </p>
      )}
      <ActivateDialog account={account} modal={activation} onClosed={onClosed} />
      <RemoveDialog account={account} modal={removal} onClosed={onClosed} />
    </section>
  )
}
