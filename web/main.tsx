import './ui/fonts.css'
import './ui/tokens.css'
import './ui/foundation.css'
import './ui/print.css'
// oxlint-disable-next-line import/no-unassigned-import -- it only decides what is in the first bundle
import './start-parts.ts'
import { startTransition } from 'react'
import { createRoot, hydrateRoot, type RootOptions } from 'react-dom/client'
import { followAccountNews } from './session/account-news.ts'
import { ApiError } from './api/api-error.ts'
import { followChat } from './support/chat.ts'
import { followErrors, reportError } from './support/report-error.ts'
import { followSession } from './session/session.ts'
import { App } from './app/app.tsx'
import { followHistory } from './ui/leave-warning/leaving.ts'
import { preload } from './app/routes.tsx'
import { followVisits } from './app/visits.ts'
import { dropEarlyReplies } from './api/early-replies.ts'
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
dropEarlyReplies()

/** The error page shows refusals already, so only our own faults go to the console. */
function report(error: unknown): void {
  if (!(error instanceof ApiError)) console.error(error)
  reportError(error)
}
const options: RootOptions = { onCaughtError: report, onUncaughtError: report, onRecoverableError: report }

const root = document.getElementById('root')
const isDrawn = root?.hasChildNodes() ?? false
if (root && isDrawn && location.pathname === '/login') {
  void page.then(() => hydrateRoot(root, <App drawnPath="/login" />, options))
} else if (root) {
  const render = () => createRoot(root, options).render(<App />)
  // What is drawn stays until there is a whole page in its place. A transition renders that in small steps, so that the
  // page can be scrolled meanwhile.
  if (isDrawn) void page.then(() => startTransition(render))
  else render()
}
