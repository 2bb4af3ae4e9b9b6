import type { Account } from '#contract/accounts.ts'
import type { BalancePart } from '#contract/balance-parts.ts'
import { productName, type ProductType } from '#domain/accounts.ts'
import { formatMoney } from '../../ui/money/money.tsx'
import { Bone } from '../../ui/skeleton/skeleton.tsx'
import { Tooltip } from '../../ui/tooltip/tooltip.tsx'
import { partsSentence } from '../explanations/balance-parts.ts'
import { Explain } from '../explanations/explain.tsx'

const explanation =
  'Repayments may take up to three business days to appear and the balance may not include future payments to the school.'

/** Every product type sold as Plus shows its balance here. */
export function hasBalanceSentence(type: ProductType): boolean {
  return productName(type) === 'Plus'
}

type BalanceSentenceProps = {
  account: Account
  balance: number | undefined
  parts: readonly BalancePart[] | null | undefined
}

/** Shown while the amount loads, so that nothing moves. */
export function BalanceSentence({ account, balance, parts }: BalanceSentenceProps) {
  const purpose = parts && partsSentence(parts, account.region)
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
          <Tooltip name="About your account balance" text={explanation} />
          <Explain account={account} figure="balance" label="How your balance comes about" />
        </>
      )}
      {/* Its line is there from the beginning, so that nothing moves. */}
      <small className="balance-sentence__parts">{purpose}</small>
    </span>
  )
}
