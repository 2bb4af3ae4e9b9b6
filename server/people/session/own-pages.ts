import type { onRequestHookHandler, FastifyRequest } from 'fastify'
import { Refusal } from '#domain/refusal.ts'
import type { Config } from '../../platform/config.ts'

const reads = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Tests the matched route pattern, which is the same for `/api/…` and `/%61pi/…`. */
export const isApiRoute = (route: string | undefined) => route?.startsWith('/api/') ?? false

/**
 * Refuses changes that were not requested by one of our own pages in the foreground. Browsers say so in headers that
 * no page can forge: a call from a foreign page or from a prefetch is refused before its body is read. Clients that
 * are not browsers send none of these headers.
 */
export function refuseForeignPages({ portalOrigin }: Pick<Config, 'portalOrigin'>): onRequestHookHandler {
  return (request, _reply, done) => {
    if (reads.has(request.method) || !isApiRoute(request.routeOptions.url)) return done()
    const isForeign = !isOwnPage(request, portalOrigin)
    done(isForeign || isPrefetch(request) ? new Refusal('forbidden') : undefined)
  }
}

/** An old browser, or one without TLS, does not send the site but names the page's origin. */
function isOwnPage({ headers, host }: FastifyRequest, portalOrigin: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const { origin } = headers
  if (origin === undefined || origin === portalOrigin) return true
  return URL.canParse(origin) && new URL(origin).host === host
}

/** Whether a browser fetches a page in advance, before the user has opened it. */
export function isPrefetch({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const purpose = headers['sec-purpose'] ?? headers['purpose'] ?? ''
  return purpose.includes('prefetch')
}
