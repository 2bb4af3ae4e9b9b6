import { expect, it } from 'vitest'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { calendarDate } from './calendar/calendar.ts'
import { remittanceCutOff } from './remittances.ts'

it.each([
  ['a Thursday', '2026-03-12', 'AU', '2026-03-09'],
  ['a Monday, over the weekend', '2026-03-16', 'AU', '2026-03-11'],
  ['the Tuesday after Easter', '2026-04-07', 'AU', '2026-03-31'],
  ['the Tuesday after Easter', '2026-04-07', 'UK', '2026-03-31'],
  ['a Saturday: nothing is passed on', '2026-03-14', 'AU', undefined],
  ['Australia Day: nothing there', '2026-01-26', 'AU', undefined],
  ['Australia Day: but in the United Kingdom', '2026-01-26', 'UK', '2026-01-21'],
] as const)('On %s (%s, %s) what arrived by %s goes to the schools', (_, today, region, cutOff) => {
  expect(remittanceCutOff(calendarDate(today), calendars[region])).toBe(cutOff)
})
