import { ApiError } from '../../api/api-error.ts'

/** A page that fails in a loop has nothing new to say. */
const mostPerVisit = 10
let reported = 0

/** Tells the server of a fault of ours in this page. A refusal is none: the page shows it. */
export function reportFault(error: unknown): void {
  void tellServer(error)
}

async function tellServer(error: unknown): Promise<void> {
  if (error instanceof ApiError || reported >= mostPerVisit) return
  reported += 1
  console.error(error)
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  const body = JSON.stringify({
    message: message.slice(0, 1000) || 'Error without a message',
    path: location.pathname.slice(0, 500),
    ...(stack !== undefined && { stack: stack.slice(0, 8000) }),
  })
  const headers = { 'content-type': 'application/json' }
  try {
    await fetch('/api/client-errors', { method: 'POST', headers, body, keepalive: true })
  } catch {
    // Nothing could report that the report was lost.
  }
}

export function followFaults(): void {
  addEventListener('error', (event) => reportFault(event.error ?? event.message))
  addEventListener('unhandledrejection', (event) => reportFault(event.reason))
}
