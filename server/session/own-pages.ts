import type { FastifyRequest } from 'fastify'
import { Refusal } from '#domain/refusal.ts'

const reads = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * What changes something is asked for by a page of ours that somebody looks at. A browser says so itself, in headers
 * that no page can forge: a call from a foreign page, or from one that is fetched in case it is wanted, is refused
 * before anything is read of it. Callers that are no browsers send neither header.
 */
export async function refuseForeignPages(request: FastifyRequest): Promise<void> {
  if (reads.has(request.method) || !request.url.startsWith('/api/')) return
  const site = request.headers['sec-fetch-site']
  if ((site !== undefined && site !== 'same-origin') || isPrefetch(request)) throw new Refusal('forbidden')
}

/** Whether a browser fetches this before anybody has asked for it. */
export function isPrefetch({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const purpose = headers['sec-purpose'] ?? headers['purpose'] ?? ''
  return purpose.includes('prefetch')
}
