import { useInfiniteQuery } from '@tanstack/react-query'
import type { Account } from '#contract/accounts.ts'
import { useDownload } from '../../session/use-download.ts'
import { Button } from '../../ui/button/button.tsx'
import { DownloadIcon } from '../../ui/icon/download.tsx'
import { PageHeader } from '../../ui/page-header/page-header.tsx'
import { useWithdrawals } from '../withdrawals/use-withdrawals.ts'
import { WithdrawalsSection } from '../withdrawals/withdrawals-section.tsx'
import { BalanceSentence, hasBalanceSentence } from './balance-sentence.tsx'
import { useSearchParams, type Chosen } from './search-params.ts'
import { TransactionFilters } from './transaction-filters.tsx'
import { TransactionList } from './transaction-list.tsx'
import { transactionsQuery } from './transactions-query.ts'
import { TransactionsSkeleton } from './transactions-skeleton.tsx'
import './transactions.css'

export function TransactionsPage({ account }: { account: Account }) {
  const [params, goTo] = useSearchParams()
  const query = useInfiniteQuery(transactionsQuery(account.accountId, params))
  const withdrawals = useWithdrawals(account.accountId)
  const first = query.data?.pages[0]
  return (
    <>
      <PageHeader
        title="Transactions"
        lead={
          hasBalanceSentence(account.productType) &&
          !query.isError && (
            <>
              <BalanceSentence
                account={account}
                balance={first?.currentBalance}
                parts={first?.balanceParts}
              />{' '}
              {withdrawals.isShown && (
                <a className="transactions__withdrawals sm" href="#withdrawals">
                  Withdrawals
                </a>
              )}
            </>
          )
        }
        actions={first && <DownloadButton account={account} chosen={params} position="top" />}
      />
      <WithdrawalsSection account={account} withdrawals={withdrawals} />
      {withdrawals.isKnown ? (
        <>
          {first?.filters && <TransactionFilters filters={first.filters} chosen={params} onChoose={goTo} />}
          <TransactionList account={account} query={query} params={params} onGo={goTo} />
          {first && <DownloadButton account={account} chosen={params} position="end" />}
        </>
      ) : (
        // The section above may still come; rows that are being read would jump.
        <TransactionsSkeleton hasFilters />
      )}
    </>
  )
}

type DownloadButtonProps = { account: Account; chosen: Chosen; position: 'top' | 'end' }

/** Above the list where there is room beside the title, otherwise below it: on a phone the rows come first. */
function DownloadButton({ account, chosen, position }: DownloadButtonProps) {
  const { accountId, shortId } = account
  const { school, year } = chosen
  const { isBusy, start } = useDownload()
  return (
    <div className={`transactions__csv transactions__csv--${position}`}>
      <Button
        look="secondary"
        icon={DownloadIcon}
        isBusy={isBusy}
        onClick={() =>
          start(
            'GET /api/portal/customer/account/:accountId/transactions/export',
            { params: { accountId }, query: { school, year } },
            `Larkwell transactions ${shortId}.csv`,
          )
        }
      >
        Download CSV
      </Button>
    </div>
  )
}
