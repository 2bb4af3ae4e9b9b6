import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type RefObject,
} from 'react'
import type { Account } from '#contract/accounts.ts'
import type { Transactions } from '#contract/transactions.ts'
import { Button } from '../../ui/button/button.tsx'
import { EmptyCard } from '../../ui/empty/empty.tsx'
import { LedgerArt } from '../../ui/spot-art/ledger.tsx'
import { FailedList } from './failed-list.tsx'
import type { SearchParams } from './search-params.ts'
import { TransactionCard } from './transaction-card.tsx'
import { TransactionTable } from './transaction-table.tsx'
import { TransactionsSkeleton } from './transactions-skeleton.tsx'

type TransactionListProps = {
  account: Account
  query: UseInfiniteQueryResult<InfiniteData<Transactions>>
  params: SearchParams
  onGo: (change: SearchParams) => void
}

export function TransactionList({ account, query, params, onGo }: TransactionListProps) {
  const { data, isPlaceholderData } = query
  const isSlow = useSlow(isPlaceholderData)
  const open = useCallback((transaction: string | undefined) => onGo({ transaction }), [onGo])
  if (query.isError && !query.isFetching && (!data || isPlaceholderData))
    return <FailedList onRetry={() => void query.refetch()} />
  if (!data || isSlow) return <TransactionsSkeleton hasFilters={!data} />
  const rows = data.pages.flatMap(({ transactions }) => transactions)
  const opened = params.transaction
  return (
    <>
      {opened !== undefined && rows.every(({ id }) => id !== opened) && (
        <TransactionCard account={account} id={opened} onClose={() => open(undefined)} />
      )}
      {rows.length > 0 ? (
        <TransactionTable
          account={account}
          rows={rows}
          opened={opened}
          onOpen={open}
          isBusy={isPlaceholderData}
        />
      ) : (
        <NoResults
          isNarrowed={params.school !== undefined || params.year !== undefined}
          onClear={() => onGo({ school: undefined, year: undefined })}
        />
      )}
      {query.hasNextPage && !isPlaceholderData && <NextPage query={query} shown={rows.length} />}
    </>
  )
}

/** Most filter changes are answered quickly, so keep the old rows until then. */
const delayMs = 150

function useSlow(isWaiting: boolean): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setSlow(true), delayMs)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isWaiting])
  return isSlow && isWaiting
}

function NoResults({ isNarrowed, onClear }: { isNarrowed: boolean; onClear: () => void }) {
  return (
    <EmptyCard
      art={LedgerArt}
      title="No results found."
      action={
        isNarrowed && (
          <Button look="secondary" size="small" onClick={onClear}>
            Clear filters
          </Button>
        )
      }
    >
      {isNarrowed ? 'Try another school or year.' : 'Your payments will be listed here.'}
    </EmptyCard>
  )
}

type NextPageProps = { query: TransactionListProps['query']; shown: number }

/** Loads more rows near the end of the list. The button is for keyboard users and for retries. */
function NextPage({ query, shown }: NextPageProps) {
  const { isFetchingNextPage, isFetchNextPageError } = query
  const end = useRef<HTMLDivElement>(null)
  const comeNear = useEffectEvent(() => {
    if (!query.isFetching && !query.isFetchNextPageError) void query.fetchNextPage()
  })
  useEffect(() => {
    if (!end.current || isFetchingNextPage) return
    const observer = new IntersectionObserver(([seen]) => seen?.isIntersecting && comeNear(), {
      rootMargin: '600px',
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [isFetchingNextPage])
  useFocusHandedOn(end, shown)

  return (
    <div className="stack stack--8 stack--center" ref={end}>
      {isFetchNextPageError && !isFetchingNextPage && (
        <p role="alert" className="sm muted">
          We couldn't load the next transactions.
        </p>
      )}
      <Button look="secondary" isBusy={isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        Show more
      </Button>
    </div>
  )
}

/** The button disappears with the last rows. If it had the focus, the first new row takes it. */
function useFocusHandedOn(part: RefObject<HTMLElement | null>, shown: number): void {
  const firstNew = useRef(shown)
  useLayoutEffect(() => {
    firstNew.current = shown
  }, [shown])
  useLayoutEffect(() => {
    const leaving = part.current
    return () => {
      if (!leaving?.contains(document.activeElement)) return
      requestAnimationFrame(() => {
        document.querySelectorAll<HTMLElement>('.table__open')[firstNew.current]?.focus()
      })
    }
  }, [part])
}
