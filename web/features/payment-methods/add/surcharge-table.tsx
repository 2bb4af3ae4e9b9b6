import type { RepaymentDetails } from '#contract/payment-methods.ts'
import type { Region } from '#domain/region.ts'
import type { CardGroup } from '#domain/payment-methods/surcharges.ts'
import { Fact } from '../../../ui/definition-list/fact.tsx'
import { formatMoney } from '../../../ui/money/money.tsx'

type Surcharges = RepaymentDetails['cardSurcharges']

const groupNames: Record<CardGroup, string> = {
  AmericanExpress: 'American Express',
  VisaOrMastercardCredit: 'Mastercard / VISA credit',
}

type SurchargeTableProps = { surcharges: Surcharges; hasBankAccount: boolean; region: Region }

/** The rates, and what they come to for this family. */
export function SurchargeTable({ surcharges, hasBankAccount, region }: SurchargeTableProps) {
  return (
    <>
      <h2>Card surcharges</h2>
      <dl className="dl">
        {surcharges.map((group) => (
          <div key={group.cardGroup}>
            <dt>{groupNames[group.cardGroup]}</dt>
            <dd>{group.surchargePercentage === '0%' ? 'None' : group.surchargePercentage}</dd>
            {group.remainingPayments > 0 && <dd className="surcharge__cost">{costOf(group, region)}</dd>}
          </div>
        ))}
        <Fact name="Debit card">None</Fact>
        {hasBankAccount && <Fact name="Bank account">None</Fact>}
      </dl>
    </>
  )
}

function costOf({ nextPayment, remainingPayments }: Surcharges[number], region: Region): string {
  const next = `Adds ${formatMoney(nextPayment, region)} to your next payment`
  return remainingPayments > nextPayment
    ? `${next}, ${formatMoney(remainingPayments, region)} over your plan`
    : next
}
