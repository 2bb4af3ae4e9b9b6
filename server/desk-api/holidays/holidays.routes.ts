import type { staffHolidays } from '#contract/staff-holidays.ts'
import { calendarDate } from '#domain/calendar/calendar.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Handlers } from '../../platform/http/http.ts'
import { actorOf } from '../../people/audit/staff-audit.ts'
import {
  addHoliday,
  previewChange,
  readHolidays,
  removeHoliday,
} from '../../plans/holiday-changes/change-holidays.ts'

export function staffHolidaysRoutes(deps: Deps): Handlers<typeof staffHolidays> {
  return {
    'GET /api/staff/holidays': ({ query }) => readHolidays(deps, query.region, query.year),
    'GET /api/staff/holidays/preview': ({ query: { region, date } }) =>
      previewChange(deps, { region, date: calendarDate(date) }),
    'POST /api/staff/holidays': (call) => {
      const { region, date, name } = call.body
      return addHoliday(deps, actorOf(call), { region, date: calendarDate(date), name })
    },
    'POST /api/staff/holidays/remove': (call) => {
      const { region, date } = call.body
      return removeHoliday(deps, actorOf(call), { region, date: calendarDate(date) })
    },
  }
}
