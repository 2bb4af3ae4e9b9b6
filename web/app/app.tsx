import { QueryClientProvider } from '@tanstack/react-query'
import { Redirect, Router, useLocation } from 'wouter'
import { queryClient } from '../api/query-client.ts'
import { AccountArea } from './account-area.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { findRoute } from './find-route.ts'
import { useLazyPart } from './lazy-part.ts'
import { routes, type PublicRoute } from './routes.tsx'
import { SignedOutLayout } from './signed-out/signed-out-layout.tsx'

export function App({ drawnPath }: { drawnPath?: string }) {
  return (
    <QueryClientProvider client={queryClient}>
      <Router ssrPath={drawnPath} ssrSearch={drawnPath && ''}>
        <CurrentPage />
      </Router>
    </QueryClientProvider>
  )
}

function CurrentPage() {
  const [path] = useLocation()
  const route = findRoute(routes, path)
  if (!route) return <Redirect to="/404" replace />
  return route.layout === 'shell' ? <AccountArea route={route} /> : <PublicPage key={path} route={route} />
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
