/** Where this portal runs, and what differs there. */
export const environments = ['prod', 'beta', 'localhost'] as const
export type Environment = (typeof environments)[number]

/**
 * Reads the environment from a host name, with or without a port. A host we do not know counts as
 * production, because that is where the least is switched on.
 */
export function environmentOf(host: string): Environment {
  const name = host.toLowerCase().replace(/:\d+$/, '')
  if (['localhost', '127.0.0.1', '[::1]'].includes(name)) return 'localhost'
  const [firstLabel = '', ...parents] = name.split('.')
  const isFeatureHost = firstLabel === 'feature' || firstLabel.startsWith('feature-')
  return parents.length > 0 && (firstLabel === 'beta' || isFeatureHost) ? 'beta' : 'prod'
}

/** The API's port while the pages come from a development server of their own. */
export const developmentApiPort = 3001

type PageAddress = { origin: string; protocol: string; hostname: string }

/** The API answers on the page's own origin, except in development: there on another port of the same host. */
export function apiOrigin(
  page: PageAddress,
  options: { isDevelopment: boolean; apiPort?: number } = { isDevelopment: false },
): string {
  if (!options.isDevelopment) return page.origin
  return `${page.protocol}//${page.hostname}:${options.apiPort ?? developmentApiPort}`
}

export type Flags = {
  uploadInvoices: boolean
  /** Named after what it does: set, it takes Statements away. */
  hideStatements: boolean
  /** The same for payments that a parent makes before they are due; guests with a link still pay. */
  hideEarlyPayments: boolean
  /** Our people may charge a saved method in a customer's place. */
  staffMayPay: boolean
}

/** The features switched on. On localhost the first two are off, whatever an installation sets. */
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

/** Where chat and error reports go; null where nothing outside the portal is told. */
export type TrackingIds = { chatAppId: string | null; errorReportUrl: string | null }
