export type ErrorReport = { message: string; path: string; stack?: string; requestId?: string }

/**
 * Sends a report to a Sentry project as well. All it needs is the project's address (the "DSN") and one call in the
 * envelope format; the library would add a hundred kilobytes.
 */
export async function sendOutside(address: string, environment: string, report: ErrorReport): Promise<void> {
  const url = envelopeUrl(address)
  if (!url) return
  const sentAt = new Date().toISOString()
  const eventId = crypto.randomUUID().replaceAll('-', '')
  const event = {
    event_id: eventId,
    timestamp: sentAt,
    platform: 'javascript',
    level: 'error',
    environment,
    transaction: report.path,
    message: report.message,
    extra: { stack: report.stack },
    tags: { request_id: report.requestId },
  }
  const lines = [{ event_id: eventId, sent_at: sentAt }, { type: 'event' }, event]
  await fetch(url, {
    method: 'POST',
    body: lines.map((line) => JSON.stringify(line)).join('\n'),
    keepalive: true,
    credentials: 'omit',
  }).catch(() => {})
}

/** "https://key@host/path/7" takes envelopes at "https://host/path/api/7/envelope/?sentry_key=key". */
export function envelopeUrl(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const { origin, username, pathname } = new URL(address)
  const [, prefix = '', project] = /^(.*)\/([^/]+)$/.exec(pathname) ?? []
  if (!username || !project) return undefined
  return `${origin}${prefix}/api/${project}/envelope/?sentry_key=${username}&sentry_version=7`
}
