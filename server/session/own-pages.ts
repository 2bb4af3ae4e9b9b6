import type { onRequestHookHandler, FastifyRequest } from 'fastify'
import { Refusal } from '#domain/refusal.ts'

const reads = new Set(['GET', 'HEAD', 'OPTIONS'])

/** By the pattern that matched, which is the same for `/api/…` and `/%61pi/…`. */
export const isApiRoute = (route: string | undefined) => route?.startsWith('/api/') ?? false

/**
 * What changes something is asked for by a page of ours that somebody looks at. A browser says so itself, in headers
 * that no page can forge: a call from a foreign page, or from one that is fetched in case it is wanted, is refused
 * before anything is read of it. Callers that are no browsers send neither header.
 */
export const refuseForeignPages: onRequestHookHandler = (request, _reply, done) => {
  if (reads.has(request.method) || !isApiRoute(request.routeOptions.url)) return done()
  const site = request.headers['sec-fetch-site']
  const isForeign = site !== undefined && site !== 'same-origin'
  done(isForeign || isPrefetch(request) ? new Refusal('forbidden') : undefined)
}

/** Whether a browser fetches this before anybody has asked for it. */
export function isPrefetch({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const purpose = headers['sec-purpose'] ?? headers['purpose'] ?? ''
  return purpose.includes('prefetch')
}
