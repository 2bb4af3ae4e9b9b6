import { Component, type ComponentType, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { ApiError, isRefused } from '../api/api-error.ts'
import { openChat } from './chat.ts'
import { queryClient } from '../api/query-client.ts'
import { followConnection, useOnline } from '../session/connection.ts'
import { useStored } from '../session/storage.ts'
import { readToken } from '../session/token.ts'
import { ErrorView } from './error-view.tsx'
import './error-boundary.css'

export type Failure = { error: unknown; onRetry: () => void }
type Props = {
  children: ReactNode
  /** When it changes, the error is cleared and the children are drawn again. */
  resetKey?: string
  /** Shown instead of the children; the error page by default. */
  standIn?: ComponentType<Failure>
}
type State = { error: unknown; wasOffline: boolean }

/** Shows the error page instead of the failed part, with a retry. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined, wasOffline: false }
  stopFollowing = () => {}

  static getDerivedStateFromError(error: unknown): State {
    return { error, wasOffline: !navigator.onLine }
  }

  override componentDidMount() {
    this.stopFollowing = followConnection(() => {
      if (navigator.onLine && isConnectionLost(this.state)) this.retry()
    })
  }

  override componentDidUpdate(before: Props) {
    if (this.state.error && before.resetKey !== this.props.resetKey) this.begin()
  }

  override componentWillUnmount() {
    this.stopFollowing()
    if (this.state.error) forgetFailures()
  }

  begin() {
    forgetFailures()
    this.setState({ error: undefined, wasOffline: false })
  }

  retry = () => {
    // A missing bundle or a broken page needs a reload.
    if (this.state.error instanceof ApiError) this.begin()
    else location.reload()
  }

  override render() {
    const { error } = this.state
    const StandIn = this.props.standIn ?? FailedPage
    return error ? <StandIn error={error} onRetry={this.retry} /> : this.props.children
  }
}

/** A page that failed for this reason opens once the connection is back. */
function isConnectionLost({ error, wasOffline }: State): boolean {
  return Boolean(error) && (wasOffline || (error instanceof ApiError && error.code === 'unreachable'))
}

/** Otherwise a failed query would fail again at once, without a request. */
function forgetFailures(): void {
  queryClient.removeQueries({ predicate: (query) => query.state.status === 'error' })
}

export function FailedPage({ error, onRetry }: Failure) {
  const isSignedIn = readToken(useStored('token')) !== null
  const isOnline = useOnline()
  const [path, navigate] = useLocation()
  const home = isSignedIn ? { path: '/', label: 'Go to Overview' } : { path: '/login', label: 'Log in' }
  return (
    <ErrorView
      isOffline={!isOnline && !isRefused(error)}
      onRetry={isRefused(error) ? undefined : onRetry}
      way={
        isRefused(error) && path !== home.path
          ? { label: home.label, go: () => navigate(home.path) }
          : undefined
      }
      onChat={isSignedIn ? openChat : undefined}
    />
  )
}

/** The error page as the whole screen. */
export function FailedApp(failure: Failure) {
  return (
    <main className="failed-app">
      <FailedPage {...failure} />
    </main>
  )
}
