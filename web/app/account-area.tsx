import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Redirect, useLocation, useSearch } from 'wouter'
import { endSession, isSessionLost } from '../api/session.ts'
import { store, useStored } from '../api/storage.ts'
import { accountsQuery, setupStatusQuery } from '../features/accounts/accounts-query.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { judge, loginFor } from './guard.ts'
import { useLazyPart } from './lazy-part.ts'
import { NotFound } from './not-found/not-found.tsx'
import type { AccountRoute } from './routes.tsx'
import { shell } from './shell/lazy-shell.ts'

/** Everything behind the log-in: the guard first, then the shell, then the page with its account. */
export function AccountArea({ route }: { route: AccountRoute }) {
  const token = useStored('token')
  const accountId = useStored('accountId')
  const [path] = useLocation()
  const search = useSearch()
  const verdict = judge({ token, accountId, isLost: isSessionLost() })
  if (verdict === 'log-in') return <Redirect to={loginFor(search ? `${path}?${search}` : path)} replace />
  if (verdict === 'security-logout') return <SecurityLogout />
  if (verdict === 'no-account' || accountId === null) return <NoAccount />
  return <AccountShell key={accountId} route={route} accountId={accountId} />
}

function NoAccount() {
  return <NotFound link={{ href: '/login/account-selection', label: 'Choose an account' }} />
}

function SecurityLogout() {
  useEffect(() => endSession('security'), [])
  return null
}

type AccountProps = { route: AccountRoute; accountId: string }

function AccountShell({ route, accountId }: AccountProps) {
  const Shell = useLazyPart(shell)
  const [path] = useLocation()
  // The page below throws this query's error; out here it must not take the shell down with it.
  const { data: accounts } = useQuery({ ...accountsQuery, throwOnError: false })
  if (accounts && !accounts.some((own) => own.accountId === accountId)) return <NoAccount />
  if (!Shell) return null
  return (
    <Shell accounts={accounts ?? []} accountId={accountId}>
      <ErrorBoundary key={path}>
        <AccountPage route={route} accountId={accountId} />
      </ErrorBoundary>
    </Shell>
  )
}

function AccountPage({ route, accountId }: AccountProps) {
  const [path] = useLocation()
  const Page = useLazyPart(route.page)
  const { data: accounts } = useQuery(accountsQuery)
  const account = accounts?.find((own) => own.accountId === accountId)
  const isChecked = account?.config.shouldCheckAccountSetupStatus ?? false
  const { data: setup } = useQuery({ ...setupStatusQuery(accountId, path), enabled: isChecked })
  const region = account?.region
  useEffect(() => {
    if (region) store('region', region)
  }, [region])

  if (isChecked && !setup) return null
  if (!account || !Page) return <route.skeleton />
  return <Page account={account} setupStatus={setup?.accountSetupStatus} />
}
