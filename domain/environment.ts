/** The environments of the portal, and their differences. */
export const environments = ['prod', 'beta', 'localhost'] as const
export type Environment = (typeof environments)[number]

/**
 * The environment of a host name, with or without a port. An unknown host counts as production, where the least is
 * switched on.
 */
export function environmentOf(host: string): Environment {
  const name = host.toLowerCase().replace(/:\d+$/, '')
  if (['localhost', '127.0.0.1', '[::1]'].includes(name)) return 'localhost'
  const [firstLabel = '', ...parents] = name.split('.')
  const isFeatureHost = firstLabel === 'feature' || firstLabel.startsWith('feature-')
  return parents.length > 0 && (firstLabel === 'beta' || isFeatureHost) ? 'beta' : 'prod'
}

/** The API's port while a development server serves the pages. */
export const developmentApiPort = 3001

type PageAddress = { origin: string; protocol: string; hostname: string }

/** The API is on the page's own origin; in development it is on another port of the same host. */
export function apiOrigin(
  page: PageAddress,
  options: { isDevelopment: boolean; apiPort?: number } = { isDevelopment: false },
): string {
  if (!options.isDevelopment) return page.origin
  return `${page.protocol}//${page.hostname}:${options.apiPort ?? developmentApiPort}`
}

export type Flags = {
  uploadInvoices: boolean
  /** Named after its effect: if set, Statements is hidden. */
  hideStatements: boolean
  /** If set, early payments are hidden; guests with a link can still pay. */
  hideEarlyPayments: boolean
  /** Staff may charge a saved payment method for a customer. */
  staffMayPay: boolean
}

/** The features that are switched on. On localhost the first two are off, whatever is configured. */
export function flagsFor(environment: Environment, set: Partial<Flags> = {}): Flags {
  const flags = {
    uploadInvoices: true,
    hideStatements: false,
    hideEarlyPayments: false,
    staffMayPay: false,
    ...set,
  }
  return environment === 'localhost' ? { ...flags, uploadInvoices: false, hideStatements: false } : flags
}

/** The targets of chat and error reports; null if there are none outside the portal. */
export type TrackingIds = { chatAppId: string | null; errorReportUrl: string | null }
