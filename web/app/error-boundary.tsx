import { Component, type ComponentType, type ReactNode } from 'react'
import { ApiError, isRefused } from '../api/api-error.ts'
import { openChat } from '../support/chat.ts'
import { queryClient } from '../api/query-client.ts'
import { useSupport } from '../session/settings.ts'
import { useStored } from '../session/storage.ts'
import { readToken } from '../session/token.ts'
import { ErrorView } from '../ui/error-view/error-view.tsx'
import './error-boundary.css'

export type Failure = { error: unknown; onRetry: () => void }
type Props = {
  children: ReactNode
  /** Where the children are. Somewhere else, what failed here no longer matters. */
  resetKey?: string
  /** What stands in for them; the error page unless something else is given. */
  standIn?: ComponentType<Failure>
}
type State = { error: unknown }

/** Shows the error page in place of what failed, and lets it try again. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined }

  static getDerivedStateFromError(error: unknown): State {
    return { error }
  }

  override componentDidUpdate(before: Props) {
    if (this.state.error && before.resetKey !== this.props.resetKey) this.begin()
  }

  override componentWillUnmount() {
    if (this.state.error) forgetFailures()
  }

  begin() {
    forgetFailures()
    this.setState({ error: undefined })
  }

  retry = () => {
    // Only a reload brings a bundle that did not arrive, or a page that lost its way.
    if (this.state.error instanceof ApiError) this.begin()
    else location.reload()
  }

  override render() {
    const { error } = this.state
    const StandIn = this.props.standIn ?? FailedPage
    return error ? <StandIn error={error} onRetry={this.retry} /> : this.props.children
  }
}

/** A failed query would otherwise fail again at once, without having asked. */
function forgetFailures(): void {
  queryClient.removeQueries({ predicate: (query) => query.state.status === 'error' })
}

export function FailedPage({ error, onRetry }: Failure) {
  const isSignedIn = readToken(useStored('token')) !== null
  return (
    <ErrorView
      support={useSupport()}
      onRetry={isRefused(error) ? undefined : onRetry}
      onChat={isSignedIn ? openChat : undefined}
    />
  )
}

/** The same, with nothing else left on the screen. */
export function FailedApp(failure: Failure) {
  return (
    <main className="failed-app">
      <FailedPage {...failure} />
    </main>
  )
}
