import './ui/fonts.css'
import './ui/tokens.css'
import './ui/foundation.css'
import './ui/print.css'
import { createRoot, hydrateRoot, type RootOptions } from 'react-dom/client'
import { followAccountNews } from './session/account-news.ts'
import { ApiError } from './api/api-error.ts'
import { followChat } from './support/chat.ts'
import { followErrors, reportError } from './support/report-error.ts'
import { followSession } from './session/session.ts'
import { App } from './app/app.tsx'
import { drawnPath } from './app/drawn-path.ts'
import { followHistory } from './app/leave-warning/leaving.ts'
import { preload } from './app/routes.tsx'
import { followVisits } from './app/visits.ts'
import { takeLinkToken } from './features/login/link-token.ts'

takeLinkToken()
followErrors()
// Must be the first listener: it stops a held-back step before the others see it.
followHistory()
followVisits()
followSession()
followAccountNews()
followChat()
const page = preload(location.pathname)

/** The error page shows refusals already, so only our own faults go to the console. */
function report(error: unknown): void {
  if (!(error instanceof ApiError)) console.error(error)
  reportError(error)
}
const options: RootOptions = { onCaughtError: report, onUncaughtError: report, onRecoverableError: report }

const root = document.getElementById('root')
if (root?.hasChildNodes() && location.pathname === drawnPath) {
  // The page is already rendered: hydrate it once its script has loaded.
  void page.then(() => hydrateRoot(root, <App drawnPath={drawnPath} />, options))
} else if (root) {
  createRoot(root, options).render(<App />)
}
