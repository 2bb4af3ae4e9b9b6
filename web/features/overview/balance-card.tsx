import type { Account } from '#contract/accounts.ts'
import type { Overview } from '#contract/overview.ts'
import { formatDate } from '#domain/calendar/calendar.ts'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { formatMoney, Money } from '../../ui/money/money.tsx'
import { Tooltip } from '../../ui/tooltip/tooltip.tsx'
import { balanceState, partsSentence } from '../explanations/balance-parts.ts'
import { Explain } from '../explanations/explain.tsx'
import { WithdrawButton } from '../withdrawals/withdraw-button.tsx'
import '../../ui/card/card.css'

const delays =
  'Repayments may take up to three business days to appear and the balance may not include future payments to the school.'

type BalanceCardProps = { account: Account; overview: Overview }

export function BalanceCard({ account, overview }: BalanceCardProps) {
  const { region } = account
  const { currentBalance: balance, balanceParts: parts, lastRepayment: last } = overview
  const state = balanceState(parts)
  const sentence = partsSentence(parts, region)
  return (
    <section className="card balance" aria-labelledby="balance">
      <div className="balance__head">
        <h2 id="balance" className="eyebrow">
          Account balance
        </h2>
        <Tooltip name="About your account balance" text={delays} />
      </div>
      <div className="balance__amount">
        <Money amount={balance} region={region} size="large" />
        {state && <span className="muted">{state}</span>}
        <Explain account={account} figure="balance" label="How your balance comes about" />
      </div>
      {sentence && <p className="sm balance__parts">{sentence}</p>}
      {last && (
        <p className="sm muted">
          Last payment <span className="num">{formatMoney(last.amount, region)}</span> on{' '}
          {formatDate(last.date)}
        </p>
      )}
      <div className="balance__actions row">
        <ButtonLink look="borderless" size="small" isFlush href="/transactions">
          See transactions
        </ButtonLink>
        {/* Last, because the bank account loads a moment later and nothing should move. */}
        <WithdrawButton account={account} />
      </div>
    </section>
  )
}
