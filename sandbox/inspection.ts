import type { Changes } from './changes.ts'
import type { Clock } from './clock/clock.ts'
import { parseMoment } from './clock/clock.routes.ts'
import type { Faults } from './faults/faults.ts'
import { BadRequest, json, parseJsonBody } from './http.ts'
import type { Handler, RouteKey, Routes } from './http.ts'
import type { Ids } from './ids.ts'
import type { Inbox } from './inbox/inbox.ts'
import type { RequestLog } from './requests/requests.ts'
import type { Stripe } from './stripe/stripe.ts'

type Parts = {
  changes: Changes
  clock: Clock
  inbox: Inbox
  faults: Faults
  requests: RequestLog
  ids: Ids
  stripe: Stripe
  smtpUrl: string
}

/** Routes for the whole sandbox: health, changes and reset. */
export function inspectionRoutes(parts: Parts): Routes {
  const { changes, clock, inbox, faults, requests, ids, stripe, smtpUrl } = parts
  return {
    'GET /_sandbox/healthz': () => json(200, { status: 'ok', smtpUrl, now: clock.now().toISOString() }),
    'GET /_sandbox/api/events': ({ signal }) => ({
      stream(write) {
        write('retry: 1000\n\n')
        signal.addEventListener(
          'abort',
          changes.listen((topic) => write(`data: ${topic}\n\n`)),
        )
      },
    }),
    'POST /_sandbox/api/reset': (request) => {
      const { seed = ids.seed(), now } = parseJsonBody(request)
      if (typeof seed !== 'string') throw new BadRequest('"seed" is a text')
      const moment = now === undefined ? undefined : parseMoment(now)
      ids.restart(seed)
      inbox.restart()
      faults.clear()
      requests.clear()
      stripe.restart()
      if (moment) clock.moveTo(moment)
      else clock.reset()
      return json(200, { seed, now: clock.now().toISOString() })
    },
  }
}

/** Another site open in the same browser must not be able to move the clock or set a switch. */
export function fromSameOrigin(routes: Routes): Routes {
  const guarded = Object.entries(routes).map(([key, handler]): [RouteKey, Handler] => [
    key as RouteKey,
    (request) => {
      const { origin, host } = request.headers
      const isForeign = origin !== undefined && origin !== `http://${host}`
      return isForeign ? json(403, { error: `not from ${origin}` }) : handler(request)
    },
  ])
  return Object.fromEntries(guarded)
}
