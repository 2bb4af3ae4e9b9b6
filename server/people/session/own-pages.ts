import type { onRequestHookHandler, FastifyRequest } from 'fastify'
import { Refusal } from '#domain/refusal.ts'
import type { Config } from '../../platform/config.ts'

const reads = new Set(['GET', 'HEAD', 'OPTIONS'])

/** By the pattern that matched, which is the same for `/api/…` and `/%61pi/…`. */
export const isApiRoute = (route: string | undefined) => route?.startsWith('/api/') ?? false

/**
 * What changes something is asked for by a page of ours that somebody looks at. A browser says so itself, in headers
 * that no page can forge: a call from a foreign page, or from one that is fetched in case it is wanted, is refused
 * before anything is read of it. Callers that are no browsers send none of these headers.
 */
export function refuseForeignPages({ portalOrigin }: Pick<Config, 'portalOrigin'>): onRequestHookHandler {
  return (request, _reply, done) => {
    if (reads.has(request.method) || !isApiRoute(request.routeOptions.url)) return done()
    const isForeign = !isOwnPage(request, portalOrigin)
    done(isForeign || isPrefetch(request) ? new Refusal('forbidden') : undefined)
  }
}

/** An old browser, or one that came without TLS, does not say which site it is on, but names the page's origin. */
function isOwnPage({ headers, host }: FastifyRequest, portalOrigin: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const { origin } = headers
  if (origin === undefined || origin === portalOrigin) return true
  return URL.canParse(origin) && new URL(origin).host === host
}

/** Whether a browser fetches this before anybody has asked for it. */
export function isPrefetch({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const purpose = headers['sec-purpose'] ?? headers['purpose'] ?? ''
  return purpose.includes('prefetch')
}
