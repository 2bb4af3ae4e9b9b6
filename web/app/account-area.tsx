import { useQuery, type QueryKey } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Redirect, useLocation, useSearch } from 'wouter'
import { queryClient } from '../api/query-client.ts'
import { endSession, isSessionLost } from '../session/session.ts'
import { store, useStored } from '../session/storage.ts'
import { accountsQuery, setupStatusQuery } from '../features/accounts/accounts-query.ts'
import { ErrorBoundary } from '../support/error-boundary.tsx'
import { accountSelectionFor, judge, loginFor } from './guard.ts'
import { lazyPart, useLazyPart } from '../lazy-part/lazy-part.ts'
import { NotFound } from './not-found/not-found.tsx'
import { frameOf, type AccountRoute } from './routes.tsx'
import { useVisit } from './visits.ts'

/** Everything behind the log-in: first the guard, then the frame, then the page with its account. */
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
    // In parallel with the frame's bundle, which may also have to load after a log-in.
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

/** Reads what the page has loaded, without loading it: a failed query is shown by the page, not by the frame. */
function useLoaded<Data>(query: {
  queryKey: QueryKey
  queryFn?: (...context: never[]) => Data | Promise<Data>
}): Data | undefined {
  return useSyncExternalStore(
    (listener) => queryClient.getQueryCache().subscribe(listener),
    () => queryClient.getQueryData<Data>(query.queryKey),
  )
}

/** Keeps the old value while the next one loads, so that the navigation does not lose an item at every step. */
function useLastKnown<Value>(value: Value | undefined): Value | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}

/**
 * Before the account is known, a notice may still appear above the page. So the skeleton is replaced as a whole and
 * nothing moves. During set-up, nothing shows until the step is known.
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

const noSkeleton = lazyPart(async () => ({ Nothing }), 'Nothing')
