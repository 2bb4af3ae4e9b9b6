import { sumOfDecimals } from '#domain/money.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { Account } from '#contract/accounts.ts'
import type { SavedMethod } from '#contract/payment-methods.ts'
import type { PaymentPlan } from '#contract/payment-schedule.ts'
import { formatMoney } from '../../../ui/money/money.tsx'
import { paymentsText } from '../../plan-changes/words.ts'
import { payingSourceQuery } from '../../plan/paying-source-query.ts'

type SaveTermsProps = { account: Account; plan: PaymentPlan }

/** What is agreed to by saving, beside the button: how much in all, and from where it is taken. */
export function SaveTerms({ account, plan }: SaveTermsProps) {
  const { data: source } = useQuery(payingSourceQuery(account.accountId))
  const { payments } = plan
  const inAll = sumOfDecimals(payments)
  return (
    <div className="estimate__terms sm center">
      <p className="num">
        <strong>
          {paymentsText(payments.length)}, {formatMoney(inAll, account.region)} in all
        </strong>
      </p>
      <p>{source ? takenFrom(source) : source === null && <NoMethod account={account} />}</p>
    </div>
  )
}

function takenFrom({ type, displayName, surchargePercentage }: SavedMethod): string {
  if (type === 'CustomerDeposit') return 'You pay each of them by BPAY'
  const surcharge = surchargePercentage === '0%' ? '' : `, plus ${surchargePercentage} card surcharge`
  return `From ${displayName}${surcharge}`
}

function NoMethod({ account: { config } }: { account: Account }) {
  if (config.isSetupIncomplete) return 'You choose how to pay in the next step.'
  return (
    <>
      There is no payment method yet.{' '}
      {config.allowRepaymentSourceUpdates && <Link href="/manage-payments">Add a payment method</Link>}
    </>
  )
}
