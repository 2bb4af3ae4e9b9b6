import type { Account } from '#contract/accounts.ts'
import { productName, type ProductType } from '#domain/accounts.ts'
import { formatMoney } from '../../ui/money/money.tsx'
import { Bone } from '../../ui/skeleton/skeleton.tsx'
import { Tooltip } from '../../ui/tooltip/tooltip.tsx'
import { Explain } from '../explanations/explain.tsx'

const explanation =
  'Repayments may take up to three business days to appear and the balance may not include future payments to the school.'

/** Every product type sold as Plus shows its balance here. */
export function hasBalanceSentence(type: ProductType): boolean {
  return productName(type) === 'Plus'
}

/** Shown while the amount loads, so that nothing moves. */
export function BalanceSentence({ account, balance }: { account: Account; balance: number | undefined }) {
  return (
    <span className="balance-sentence">
      <span>
        Your {productName(account.productType)} account balance is{' '}
        {balance !== undefined && <strong className="num">{formatMoney(balance, account.region)}</strong>}
      </span>
      {balance === undefined ? (
        <Bone width="88px" height={16} />
      ) : (
        <>
          <Tooltip text={explanation} />
          <Explain account={account} figure="balance" label="How your balance comes about" />
        </>
      )}
    </span>
  )
}
