import { useQuery } from '@tanstack/react-query'
import type { Account } from '#contract/accounts.ts'
import type { RepaymentDetails } from '#contract/payment-methods.ts'
import type { AccountSetupStatus } from '#domain/accounts.ts'
import { useSupport } from '../../session/settings.ts'
import { useStaffRefusal } from '../../session/staff-refusal.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { Button } from '../../ui/button/button.tsx'
import { EmptyCard } from '../../ui/empty/empty.tsx'
import { PlusIcon } from '../../ui/icon/plus.tsx'
import { PageHeader } from '../../ui/page-header/page-header.tsx'
import { PhoneLink } from '../../ui/phone-link/phone-link.tsx'
import { CardsArt } from '../../ui/spot-art/cards.tsx'
import { AdditionalPayments } from './list/additional-payments.tsx'
import { useFormAddress } from './use-form-address.ts'
import { LazyAddMethod, loadAhead } from './add/lazy-add-method.tsx'
import { MethodsCard } from './list/methods-card.tsx'
import { notifyMethodUpdated } from './notice.ts'
import { offeredMethods } from './offered-methods.ts'
import { MethodsSkeleton, PaymentMethodsSkeleton } from './payment-methods-skeleton.tsx'
import { repaymentDetailsQuery } from './repayment-details-query.ts'
import '../../ui/list-rows/list-rows.css'
import '../../ui/split/split.css'
import './payment-methods.css'

type PaymentMethodsPageProps = { account: Account; setupStatus: AccountSetupStatus | undefined }

export function PaymentMethodsPage({ account, setupStatus }: PaymentMethodsPageProps) {
  const { data: details } = useQuery(repaymentDetailsQuery(account.accountId))
  const form = useFormAddress()
  const refusal = useStaffRefusal('POST /api/portal/customer/account/:accountId/repayment-sources')
  const canAdd = offeredMethods(account).length > 0 && refusal === undefined

  function onAdded() {
    const isSettingUp = setupStatus !== undefined && setupStatus !== 'NoFurtherSteps'
    // The next step of the set-up shows on the Overview.
    if (isSettingUp) return form.leaveFor('/')
    form.leave()
    notifyMethodUpdated()
  }

  if (form.isOpen && canAdd) {
    if (!details) return <PaymentMethodsSkeleton />
    return <LazyAddMethod account={account} details={details} onAdded={onAdded} onLeave={form.leave} />
  }
  return (
    <>
      <PageHeader title="Payment preferences" lead="Choose how your school fee payments are made." />
      {refusal && <Alert variant="caution">{refusal}</Alert>}
      {details ? (
        <Methods
          account={account}
          details={details}
          onAdd={canAdd ? form.open : undefined}
          isReadOnly={refusal !== undefined}
        />
      ) : (
        <MethodsSkeleton />
      )}
    </>
  )
}

type MethodsProps = {
  account: Account
  details: RepaymentDetails
  onAdd: (() => void) | undefined
  isReadOnly: boolean
}

function Methods({ account, details, onAdd, isReadOnly }: MethodsProps) {
  const addButton = onAdd && { onClick: onAdd, onFocus: loadAhead, onPointerEnter: loadAhead }
  return (
    <>
      {details.repayments.some(({ hasMissedCutoff }) => hasMissedCutoff) && <MissedCutoff />}
      <div className="split">
        {details.repaymentSources.length > 0 ? (
          <MethodsCard account={account} details={details} addButton={addButton} isReadOnly={isReadOnly} />
        ) : (
          <EmptyCard
            art={CardsArt}
            title="Add a payment method"
            action={
              addButton && (
                <Button icon={PlusIcon} {...addButton}>
                  Add payment method
                </Button>
              )
            }
          >
            Add a credit or debit card or bank account to make your payments easier.
          </EmptyCard>
        )}
        <AdditionalPayments account={account} />
      </div>
    </>
  )
}

function MissedCutoff() {
  const { phone } = useSupport()
  return (
    <Alert variant="warning">
      You have a payment scheduled for today. Please contact us on <PhoneLink phone={phone} /> if you want to
      change your payment method for today's repayment.
    </Alert>
  )
}
