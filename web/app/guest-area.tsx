import { ErrorBoundary } from '../support/error-boundary.tsx'
import { useLazyPart, type LazyPart } from '../lazy-part/lazy-part.ts'
import { payNowLayout } from './pay-now-layout/lazy-pay-now-layout.ts'

type GuestProps = { page: LazyPart<{ requestId: string }>; requestId: string }

/** Pages for the recipient of a payment request. They need no log-in and ignore an open session. */
export function GuestArea({ page, requestId }: GuestProps) {
  const Layout = useLazyPart(payNowLayout)
  if (!Layout) return null
  return (
    <Layout>
      <ErrorBoundary>
        <GuestContent page={page} requestId={requestId} />
      </ErrorBoundary>
    </Layout>
  )
}

function GuestContent({ page, requestId }: GuestProps) {
  const Page = useLazyPart(page)
  return Page ? <Page requestId={requestId} /> : null
}
