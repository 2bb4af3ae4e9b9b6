import type { staffTexts } from '#contract/staff-texts.ts'
import { calendarDate } from '#domain/calendar/calendar.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Handlers } from '../../platform/http/http.ts'
import { actorOf } from '../../people/audit/staff-audit.ts'
import { listPublished, publishText, showText } from './texts.ts'

export function staffTextsRoutes(deps: Deps): Handlers<typeof staffTexts> {
  return {
    'GET /api/staff/texts': () => listPublished(deps),
    'GET /api/staff/texts/:kind': ({ params, query: { productType = '', version } }) =>
      showText(deps, {
        ...params,
        productType,
        version: version === undefined ? undefined : Number(version),
      }),
    'POST /api/staff/texts/:kind': (call) => {
      const { productType = '', body, from, isPreview = false, replaces } = call.body
      return publishText(deps, actorOf(call), {
        ...call.params,
        productType,
        body,
        from: from === undefined ? undefined : calendarDate(from),
        isPreview,
        replaces,
      })
    },
  }
}
