import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Redirect, Router, useLocation, useSearch } from 'wouter'
import { queryClient } from '../api/query-client.ts'
import { useSettings } from '../session/settings.ts'
import { Toasts } from '../ui/toast/toasts.tsx'
import { AccountArea } from './account-area.tsx'
import { BottomBars } from './bottom-bars/bottom-bars.tsx'
import { Chat } from './chat.tsx'
import { ErrorBoundary, FailedApp } from '../support/error-boundary.tsx'
import { findRoute } from './find-route.ts'
import { GuestArea } from './guest-area.tsx'
import { useLazyPart } from '../lazy-part/lazy-part.ts'
import { aroundNavigation } from '../ui/leave-warning/leaving.ts'
import { isAccountRoute, requestIn, routes, type PublicRoute } from './routes.tsx'
import { followScrolling } from './scroll-positions.ts'
import { SignedOutLayout } from './signed-out/signed-out-layout.tsx'

export function App({ drawnPath }: { drawnPath?: string }) {
  useEffect(followScrolling, [])
  // From now on the page is the portal's own, and answers.
  useEffect(() => document.getElementById('root')?.removeAttribute('data-drawn'), [])
  return (
    <QueryClientProvider client={queryClient}>
      <Router ssrPath={drawnPath} ssrSearch={drawnPath && ''} aroundNav={aroundNavigation}>
        <Everything />
      </Router>
    </QueryClientProvider>
  )
}

/** The chat is outside the pages, so that it still works when one of them has failed. */
function Everything() {
  const [path] = useLocation()
  return (
    <>
      <ErrorBoundary resetKey={path} standIn={FailedApp}>
        <CurrentPage path={path} />
      </ErrorBoundary>
      <BottomBars />
      <Chat />
      <Toasts />
    </>
  )
}

function CurrentPage({ path }: { path: string }) {
  const settings = useSettings()
  const requestId = requestIn(useSearch())
  const route = findRoute(routes, path)
  if (!route) return <Redirect to="/404" replace />
  if (!isAccountRoute(route)) return <PublicPage key={path} route={route} />
  if (route.guestPage && requestId !== null)
    return <GuestArea key={requestId} page={route.guestPage} requestId={requestId} />
  if (settings && route.isWithdrawn?.(settings.flags)) return <Redirect to="/404" replace />
  return <AccountArea route={route} />
}

function PublicPage({ route }: { route: PublicRoute }) {
  if (route.layout === 'bare') return <PublicContent route={route} />
  return (
    <SignedOutLayout url={route.path} isWide={route.isWide}>
      <ErrorBoundary>
        <PublicContent route={route} />
      </ErrorBoundary>
    </SignedOutLayout>
  )
}

function PublicContent({ route }: { route: PublicRoute }) {
  const Page = useLazyPart(route.page)
  return Page ? <Page /> : null
}
