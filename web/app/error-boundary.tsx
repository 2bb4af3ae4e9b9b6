import { Component, type ReactNode } from 'react'
import { ApiError, isRefused } from '../api/api-error.ts'
import { queryClient } from '../api/query-client.ts'
import { useSupport } from '../api/settings.ts'
import { ErrorView } from '../ui/error-view/error-view.tsx'

type State = { error: unknown }

/** Shows the error page in place of a page that failed, and lets it try again. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: undefined }

  static getDerivedStateFromError(error: unknown): State {
    return { error }
  }

  override componentWillUnmount() {
    if (this.state.error) forgetFailures()
  }

  retry = () => {
    // Only a reload brings a bundle that did not arrive, or a page that lost its way.
    if (!(this.state.error instanceof ApiError)) return location.reload()
    forgetFailures()
    this.setState({ error: undefined })
  }

  override render() {
    const { error } = this.state
    return error ? <FailedPage error={error} onRetry={this.retry} /> : this.props.children
  }
}

/** A failed query would otherwise fail again at once, without having asked. */
function forgetFailures(): void {
  queryClient.removeQueries({ predicate: (query) => query.state.status === 'error' })
}

function FailedPage({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return <ErrorView support={useSupport()} onRetry={isRefused(error) ? undefined : onRetry} />
}
