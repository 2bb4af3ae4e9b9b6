import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '#domain/refusal.ts'
import type { Deps } from '../../platform/deps.ts'
import { countTry } from '../../platform/rate-limit/rate-limit.ts'
import { writeFeed } from './calendar-feed.ts'
import { readFeedKey } from './feed-key.ts'

/**
 * Calendars cannot log in, so the URL itself is the secret. It never reaches the log, which has the route's pattern
 * instead.
 */
export function serveCalendarFeed(app: FastifyInstance, deps: Deps): void {
  app.get('/api/calendar/:feedKey', async (request, reply) => {
    const { feedKey } = request.params as { feedKey: string }
    // Some calendars need the file extension.
    const name = readFeedKey(deps.config, feedKey.replace(/\.ics$/, ''))
    const { db, clock, config } = deps
    await countTry(
      db,
      [['calendar-feed-address', request.ip], ...(name ? [['calendar-feed', name.id] as const] : [])],
      clock(),
      config.rateLimits,
    )
    const file = name && (await writeFeed(deps, name))
    // The same reply for an invalid key, a removed feed, and an owner without access.
    if (file === undefined) throw new Refusal('not_found')
    const tag = `W/"${createHash('sha256').update(file).digest('base64url')}"`
    reply.headers({
      'cache-control': 'private, max-age=900',
      etag: tag,
      'x-robots-tag': 'noindex',
    })
    if (isKnown(request.headers['if-none-match'], tag)) return reply.code(304).send()
    return reply
      .type('text/calendar; charset=utf-8')
      .headers({
        'content-disposition': 'attachment; filename="school-fees.ics"',
        // If opened in a browser, the file has no rights.
        'content-security-policy': "sandbox; default-src 'none'",
      })
      .send(file)
  })
}

const isKnown = (header: string | undefined, tag: string) =>
  header !== undefined && header.split(',').some((each) => each.trim() === tag)
