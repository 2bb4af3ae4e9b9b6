import { ApiError } from '../api/api-error.ts'
import type { ErrorReport } from './outside-report.ts'
import { scrub } from './scrub.ts'
import { followFailedCalls } from '../session/client.ts'
import { readSettings } from '../session/settings.ts'
import { stored } from '../session/storage.ts'

/** A page that fails in a loop has nothing new to report. */
const mostPerVisit = 10

/**
 * Leaving a page cancels its calls, which looks like an unreachable server. Only a page that is still open after the
 * delay reports it, and by then the server may be reachable again.
 */
const unreachableDelayMs = 10_000

const reported = new WeakSet<object>()
const messages = new Set<string>()

/** Reports an error to the server, each at most once. It must never throw: nothing could report that. */
export function reportError(error: unknown): void {
  quietly(() => {
    if (isNoFault(error) || wasReported(error)) return
    if (isObject(error)) reported.add(error)
    report(describe(error))
  })
}

/**
 * Reports a failed call. A refusal is not a fault, since the page shows it: a wrong code, a
 * declined card, a limit. If a refusal breaks the page, the error page reports it.
 */
export function reportFailedCall(key: string, error: ApiError): void {
  if (!isFault(error)) return
  reported.add(error)
  quietly(() => {
    const errorReport = describe(error)
    errorReport.message = cut(`${key}: ${errorReport.message}`, 1000)
    if (error.status > 0) report(errorReport)
    else setTimeout(() => report(errorReport), unreachableDelayMs)
  })
}

function isFault({ status }: ApiError): boolean {
  return status === 0 || status >= 500
}

function quietly(action: () => void): void {
  try {
    action()
  } catch {
    // An error that cannot even be described is dropped.
  }
}

/** Listens for failed calls and uncaught errors. Called once, at page start. */
export function followErrors(): void {
  followFailedCalls(reportFailedCall)
  addEventListener('error', (event) => reportError(event.error ?? event.message))
  addEventListener('unhandledrejection', (event) => reportError(event.reason))
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) => {
    const where = sourceFile ? ` in ${sourceFile}` : ''
    reportError(new Error(`The content policy blocked ${effectiveDirective} ${blockedURI}${where}`))
  })
}

/** The end of a session, a cancelled call, or a browser extension's error. */
function isNoFault(error: unknown): boolean {
  if (error instanceof ApiError) return error.status === 401
  if (error instanceof DOMException && error.name === 'AbortError') return true
  const text = error instanceof Error ? `${error.message} ${error.stack}` : String(error)
  return /\b[a-z-]+-extension:|^ResizeObserver loop/.test(text)
}

const isObject = (error: unknown): error is object => typeof error === 'object' && error !== null
const wasReported = (error: unknown) => isObject(error) && reported.has(error)

function describe(error: unknown): ErrorReport {
  const isError = error instanceof Error
  return {
    message: cut(scrub(isError ? `${error.name}: ${error.message}` : String(error)), 1000) || 'No message',
    path: cut(scrub(location.pathname), 500),
    ...(isError && error.stack && { stack: cut(scrub(error.stack), 8000) }),
    ...(error instanceof ApiError && error.requestId && { requestId: error.requestId }),
  }
}

function report(errorReport: ErrorReport): void {
  if (messages.has(errorReport.message) || messages.size >= mostPerVisit) return
  messages.add(errorReport.message)
  const token = stored('token')
  // `keepalive`, so that the report arrives even if the customer leaves.
  fetch('/api/client-errors', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(token !== null && { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(errorReport),
    keepalive: true,
  }).catch(() => {})
  reportOutside(errorReport).catch(() => {})
}

async function reportOutside(errorReport: ErrorReport): Promise<void> {
  const { errorReportUrl, environment } = readSettings()
  if (errorReportUrl === null) return
  const { sendOutside } = await import('./outside-report.ts')
  await sendOutside(errorReportUrl, environment, errorReport)
}

const cut = (text: string, length: number) => text.slice(0, length)
