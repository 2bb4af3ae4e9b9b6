import { useQuery, type QueryKey } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Redirect, useLocation, useSearch } from 'wouter'
import { queryClient } from '../api/query-client.ts'
import { endSession, isSessionLost } from '../session/session.ts'
import { store, useStored } from '../session/storage.ts'
import { accountsQuery, setupStatusQuery } from '../features/accounts/accounts-query.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { accountSelectionFor, judge, loginFor } from './guard.ts'
import { lazyPart, useLazyPart } from './lazy-part.ts'
import { NotFound } from './not-found/not-found.tsx'
import { frameOf, type AccountRoute } from './routes.tsx'
import { useVisit } from './visits.ts'

/** Everything behind the log-in: the guard first, then the frame, then the page with its account. */
export function AccountArea({ route }: { route: AccountRoute }) {
  const token = useStored('token')
  const accountId = useStored('accountId')
  const [path] = useLocation()
  const search = useSearch()
  const verdict = judge({ token, accountId, isLost: isSessionLost() })
  const returnTo = search ? `${path}?${search}` : path
  if (verdict === 'log-in') return <Redirect to={loginFor(returnTo)} replace />
  if (verdict === 'security-logout') return <SecurityLogout />
  if (verdict === 'no-account' || accountId === null) return <NoAccount returnTo={returnTo} />
  return <AccountFrame key={accountId} route={route} accountId={accountId} returnTo={returnTo} />
}

function NoAccount({ returnTo }: { returnTo: string }) {
  return <NotFound link={{ href: accountSelectionFor(returnTo), label: 'Choose an account' }} />
}

function SecurityLogout() {
  useEffect(() => endSession('security'), [])
  return null
}

type AccountProps = { route: AccountRoute; accountId: string }

function AccountFrame({ route, accountId, returnTo }: AccountProps & { returnTo: string }) {
  const Frame = useLazyPart(frameOf(route))
  const visit = useVisit()
  const accounts = useLoaded(accountsQuery)
  const setupStatus = useLastKnown(useLoaded(setupStatusQuery(accountId, visit))?.accountSetupStatus)
  useEffect(() => {
    // Side by side with the frame, which may have to come first after a log-in.
    void route.page.load()
    route.loadData?.(accountId)
  }, [route, accountId])
  if (accounts && !accounts.some((own) => own.accountId === accountId))
    return <NoAccount returnTo={returnTo} />
  if (!Frame) return null
  return (
    <Frame accounts={accounts ?? []} accountId={accountId} setupStatus={setupStatus}>
      <ErrorBoundary resetKey={visit}>
        <AccountPage route={route} accountId={accountId} />
      </ErrorBoundary>
    </Frame>
  )
}

/** What the page inside has loaded. Read along with it, so that its failures are the page's alone. */
function useLoaded<Data>(query: {
  queryKey: QueryKey
  queryFn?: (...context: never[]) => Data | Promise<Data>
}): Data | undefined {
  return useSyncExternalStore(
    (listener) => queryClient.getQueryCache().subscribe(listener),
    () => queryClient.getQueryData<Data>(query.queryKey),
  )
}

/** Stays while the next one is asked for: the navigation must not lose an item at every step. */
function useLastKnown<Value>(value: Value | undefined): Value | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}

/**
 * Until the account is known, nobody knows whether a notice stands above the page. The skeleton of that time gives way
 * as a whole, so that nothing moves. Where the set-up is still going on, nothing shows before its step is known.
 */
function AccountPage({ route, accountId }: AccountProps) {
  const Page = useLazyPart(route.page)
  const Waiting = useLazyPart(route.skeleton ?? noSkeleton) ?? Nothing
  const visit = useVisit()
  const { data: accounts } = useQuery(accountsQuery)
  const account = accounts?.find((own) => own.accountId === accountId)
  const isChecked = account?.config.shouldCheckAccountSetupStatus ?? false
  const { data: setup } = useQuery({ ...setupStatusQuery(accountId, visit), enabled: isChecked })
  const region = account?.region
  useEffect(() => {
    if (region) store('region', region)
  }, [region])

  if (!account) return <Waiting key="account" />
  if (isChecked && !setup) return null
  if (!Page) return <Waiting key="page" />
  return <Page account={account} setupStatus={setup?.accountSetupStatus} />
}

function Nothing() {
  return null
}

const noSkeleton = lazyPart(async () => Nothing)
