import { useQuery } from '@tanstack/react-query'
import type { Account } from '#contract/accounts.ts'
import type { TransactionDetails as Details } from '#contract/transactions.ts'
import { formatDate } from '#domain/calendar/calendar.ts'
import { isRefused } from '../../api/api-error.ts'
import { useDownload } from '../../session/use-download.ts'
import { Fact } from '../../ui/definition-list/fact.tsx'
import { Button, LinkButton } from '../../ui/button/button.tsx'
import { DownloadIcon } from '../../ui/icon/download.tsx'
import { formatMoney } from '../../ui/money/money.tsx'
import { Bone, Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { transactionQuery } from './transactions-query.ts'

/** The parts of a transaction, as text and amounts. */
export function TransactionDetails({ account, id }: { account: Account; id: string }) {
  const { data, error, isFetching, refetch } = useQuery(transactionQuery(account.accountId, id))
  if (data) return <Facts account={account} details={data} />
  if (error && !isFetching)
    return (
      <p role="alert">
        {isRefused(error) ? error.msg : "We couldn't load the details."}{' '}
        {!isRefused(error) && <LinkButton onClick={() => void refetch()}>Retry</LinkButton>}
      </p>
    )
  return (
    <div className="transaction stack stack--12 stack--start">
      <Skeleton label="Loading details">
        <Bone width="min(440px, 90%)" top={4} />
        <Bone width="min(320px, 70%)" top={12} />
      </Skeleton>
    </div>
  )
}

function Facts({ account, details }: { account: Account; details: Details }) {
  const money = (amount: number) => formatMoney(amount, account.region)
  const { surcharge, total, source, reference, covers } = details
  return (
    <div className="transaction stack stack--12 stack--start">
      <p>{details.sentence}</p>
      <dl className="dl dl--tight transaction__facts">
        {source && <Fact name={details.isFailed ? 'Tried with' : 'Paid with'}>{source}</Fact>}
        {surcharge && (
          <>
            <Fact name="Amount">{money(Math.abs(details.amount))}</Fact>
            <Fact name={`Card surcharge (${surcharge.percentage})`}>{money(surcharge.amount)}</Fact>
          </>
        )}
        {total !== null && <Fact name={totalName(details)}>{money(total)}</Fact>}
        {covers.map((cover) => (
          <Fact key={coverName(cover)} name={coverName(cover)}>
            {money(cover.amount)}
          </Fact>
        ))}
        {reference && <Fact name="Reference">{reference}</Fact>}
      </dl>
      {details.hasReceipt && <ReceiptButton account={account} details={details} />}
    </div>
  )
}

function totalName({ isPending, isFailed, amount }: Details): string {
  if (isFailed) return 'Not taken'
  if (isPending) return 'Total'
  return amount < 0 ? 'Total sent back' : 'Total paid'
}

function ReceiptButton({ account, details }: { account: Account; details: Details }) {
  const { isBusy, start } = useDownload()
  const params = { accountId: account.accountId, transactionId: details.id }
  return (
    <Button
      look="secondary"
      size="small"
      icon={DownloadIcon}
      isBusy={isBusy}
      onClick={() =>
        start(
          'GET /api/portal/customer/account/:accountId/transactions/:transactionId/receipt',
          { params },
          `Larkwell receipt ${details.reference}.pdf`,
        )
      }
    >
      Download receipt
    </Button>
  )
}

function coverName({ date, isExtra, isFee }: Details['covers'][number]): string {
  if (isFee) return 'Fee for a returned debit'
  return isExtra ? 'Extra payment towards your plan' : `Covers the payment of ${formatDate(date)}`
}
