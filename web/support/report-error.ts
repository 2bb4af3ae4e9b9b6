import { ApiError } from '../api/api-error.ts'
import { scrub } from './scrub.ts'
import { readSettings } from '../session/settings.ts'
import { stored } from '../session/storage.ts'

export type ErrorReport = { message: string; path: string; stack?: string; requestId?: string }

/** A page that fails in a loop says nothing new after a while. */
const mostPerVisit = 10

/**
 * A page that is being left cancels its calls, which looks like a server that cannot be reached. Only a page that
 * stays lives to report it, and by then there may be a server again to report it to.
 */
const unreachableDelayMs = 10_000

const reported = new WeakSet<object>()
const messages = new Set<string>()

/** Tells the house of a fault, at most once each. It never fails itself: there is nobody left to tell. */
export function reportError(error: unknown): void {
  quietly(() => {
    if (isNoFault(error) || wasReported(error)) return
    if (isObject(error)) reported.add(error)
    report(describe(error))
  })
}

/**
 * Tells of a call that failed, and returns why. Where the server refused, the page shows its answer and all is
 * well: a wrong code, a declined card, a limit. If that answer takes a page down instead, the error page reports it.
 */
export function reportFailedCall(key: string, error: ApiError): ApiError {
  if (!isFault(error)) return error
  reported.add(error)
  quietly(() => {
    const errorReport = describe(error)
    errorReport.message = cut(`${key}: ${errorReport.message}`, 1000)
    if (error.status > 0) report(errorReport)
    else setTimeout(() => report(errorReport), unreachableDelayMs)
  })
  return error
}

function isFault({ status }: ApiError): boolean {
  return status === 0 || status >= 500
}

function quietly(action: () => void): void {
  try {
    action()
  } catch {
    // Whatever it was, it cannot be put into words.
  }
}

/** Begins to listen for what nobody catches. Once, when the page starts. */
export function followErrors(): void {
  addEventListener('error', (event) => reportError(event.error ?? event.message))
  addEventListener('unhandledrejection', (event) => reportError(event.reason))
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) => {
    const where = sourceFile ? ` in ${sourceFile}` : ''
    reportError(new Error(`The content policy blocked ${effectiveDirective} ${blockedURI}${where}`))
  })
}

/** The end of a session, a call that was no longer wanted, and what extensions do to our pages. */
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
  // Kept alive, so that it arrives even if the fault makes people leave.
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
