import { BadRequest, json, parseJsonBody } from '../http.ts'
import type { Incoming, Routes } from '../http.ts'
import type { Clock } from './clock.ts'
import { addDuration } from './duration.ts'

export function clockRoutes(clock: Clock): Routes {
  const show = () => json(200, describeClock(clock))
  return {
    'GET /_sandbox/api/clock': show,
    'POST /_sandbox/api/clock': (request) => {
      moveClock(clock, request)
      return show()
    },
  }
}

function describeClock(clock: Clock) {
  return {
    now: clock.now().toISOString(),
    realNow: clock.realNow().toISOString(),
    offsetMs: clock.offsetMs(),
  }
}

function moveClock(clock: Clock, request: Incoming): void {
  const input = parseJsonBody(request)
  if (input['reset'] === true) clock.reset()
  else if (input['now'] !== undefined) clock.moveTo(parseMoment(input['now']))
  else if (typeof input['advance'] === 'string') {
    const moment = addDuration(clock.now(), input['advance'])
    if (!moment) throw new BadRequest(`"${input['advance']}" is not an ISO 8601 duration such as P4D or PT1H`)
    clock.moveTo(moment)
  } else
    throw new BadRequest('send one of {"advance": "P4D"}, {"now": "2026-03-20T09:00:00Z"}, {"reset": true}')
}

/** A time without a zone would differ between machines, so it is refused. */
export function parseMoment(value: unknown, name = 'now'): Date {
  const form = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/
  const moment = typeof value === 'string' && form.test(value) ? new Date(value) : undefined
  if (!moment || Number.isNaN(moment.getTime())) {
    throw new BadRequest(`"${name}" must be a date, or a date and time with a zone: 2026-03-20T09:00:00Z`)
  }
  return moment
}
