import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '#domain/refusal.ts'
import type { Deps } from '../deps.ts'
import { countTry } from '../rate-limit/rate-limit.ts'
import { writeFeed } from './calendar-feed.ts'
import { readFeedKey } from './feed-key.ts'

/**
 * Where calendars fetch a feed. They cannot log in: the address itself is the key, and stands in no line of our log,
 * which names the route.
 */
export function serveCalendarFeed(app: FastifyInstance, deps: Deps): void {
  app.get('/api/calendar/:feedKey', async (request, reply) => {
    const { feedKey } = request.params as { feedKey: string }
    // Some calendars want to see what kind of file it is.
    const name = readFeedKey(deps.config, feedKey.replace(/\.ics$/, ''))
    const { db, clock, config } = deps
    await countTry(
      db,
      [['calendar-feed-address', request.ip], ...(name ? [['calendar-feed', name.id] as const] : [])],
      clock(),
      config.rateLimits,
    )
    const file = name && (await writeFeed(deps, name))
    // The same for a key that is made up, that was taken out of use, and whose owner has lost the account.
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
        // Opened in a browser all the same, it is a page without rights.
        'content-security-policy': "sandbox; default-src 'none'",
      })
      .send(file)
  })
}

const isKnown = (sent: string | undefined, tag: string) =>
  sent !== undefined && sent.split(',').some((each) => each.trim() === tag)
